package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// asset is a file that pages refer to. Its address carries a hash of its content, so that a browser never mixes the
// files of two releases.
type asset struct {
	name string
	data []byte
}

func (a asset) url(base string) string {
	return base + a.name + "?v=" + digest(a.data)
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// vendored are the files that npm brings; the pages load them before ours.
var vendored = []string{
	"node_modules/uplot/dist/uPlot.iife.min.js",
	"node_modules/uplot/dist/uPlot.min.css",
}

// sources are files of the static folder that the build reads and doesn't publish as they are.
var sources = []string{"page.html", "worker.js", studiesScript, "package.json", "package-lock.json"}

const (
	startScript   = "start.js"
	execScript    = "wasm_exec.js"
	studiesScript = "studies.js"
	styles        = "style.css"
)

// later says that an asset is of what the page can do without at first. What runs a Go program is in the start
// script, and a file of its own for the worker.
func (a asset) later() bool { return strings.HasPrefix(a.name, "studies.") || a.name == execScript }

// collect reads everything that pages refer to, in the order in which they load it.
func collect(static string, program Program) ([]asset, error) {
	assets := []asset{{execScript, program.Exec}, {"app.wasm", program.Wasm}, {"studies.wasm", program.Studies}}
	for _, name := range vendored {
		data, err := os.ReadFile(filepath.Join(static, name))
		if err != nil {
			return nil, fmt.Errorf("%w: run `make setup` (or `npm ci` in static) first", err)
		}
		assets = append(assets, asset{path.Base(name), data})
	}
	script, err := os.ReadFile(filepath.Join(static, studiesScript))
	if err != nil {
		return nil, err
	}
	assets = append(assets, asset{studiesScript, append(studiesFiles(assets), script...)})
	own, err := readOwn(static)
	for i, a := range own {
		if a.name == startScript {
			own[i].data = slices.Concat(program.Exec, []byte("\n"), a.data)
		}
	}
	return joinStyles(append(assets, own...)), err
}

// joinStyles makes one file of all styles: nothing is painted before the last of them is there.
func joinStyles(assets []asset) []asset {
	all, others := asset{name: styles}, []asset(nil)
	for _, a := range assets {
		if strings.HasSuffix(a.name, ".css") {
			all.data = append(append(all.data, a.data...), '\n')
		} else {
			others = append(others, a)
		}
	}
	return append(others, all)
}

// studiesFiles is the constant that the worker's script begins with. An address without a base is one beside the script.
func studiesFiles(assets []asset) []byte {
	return fmt.Appendf(nil, "const files = {exec: %q, program: %q, page: %q};\n\n",
		find(assets, execScript).url(""), find(assets, "studies.wasm").url(""), digest(find(assets, "app.wasm").data))
}

func readOwn(static string) ([]asset, error) {
	entries, err := os.ReadDir(static)
	if err != nil {
		return nil, err
	}
	var own []asset
	for _, e := range entries {
		if e.IsDir() || slices.Contains(sources, e.Name()) || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(static, e.Name()))
		if err != nil {
			return nil, err
		}
		own = append(own, asset{e.Name(), data})
	}
	return own, nil
}
