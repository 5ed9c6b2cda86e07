package site

import (
	"bytes"
	"encoding/json"
	"html/template"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuelab/queuelab/web"
)

// policy lets nothing in from elsewhere and no inline code or style run; only compiling WebAssembly is added.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"

// layout turns pages into documents.
type layout struct {
	template *template.Template
	frame    frame
	manifest []byte
}

// frame is what every document has in common.
type frame struct {
	Policy, Base                      string
	Manifest, Icon, TouchIcon, Worker string
	Evidence, Studies                 string
	Charts                            []string
	Style, Start, Wasm                string
	WasmSize                          int
}

type document struct {
	frame
	Title, Description, Version string
	NoIndex                     bool
	HTML                        template.HTML
	Lesson                      string
}

func readLayout(static, base string, assets []asset) (*layout, error) {
	t, err := template.ParseFiles(filepath.Join(static, "page.html"))
	if err != nil {
		return nil, err
	}
	manifest := makeManifest(base, assets)
	f := frame{Policy: policy, Base: base, Worker: base + "worker.js"}
	f.Manifest = asset{"manifest.webmanifest", manifest}.url(base)
	f.Icon = find(assets, "icon.svg").url(base)
	f.TouchIcon = find(assets, "icon-192.png").url(base)
	f.Start = find(assets, startScript).url(base)
	f.Wasm = find(assets, "app.wasm").url(base)
	f.WasmSize = len(find(assets, "app.wasm").data)
	f.Evidence = find(assets, evidenceFile).url(base)
	f.Style = find(assets, styles).url(base)
	f.Studies = find(assets, studiesScript).url(base) + "#" + digest(find(assets, "app.wasm").data)
	f.Charts = chartScripts(base, assets)
	return &layout{template: t, frame: f, manifest: manifest}, nil
}

func find(assets []asset, name string) asset {
	i := slices.IndexFunc(assets, func(a asset) bool { return a.name == name })
	if i < 0 {
		panic("static: no " + name)
	}
	return assets[i]
}

// chartScripts are the scripts that nothing needs at first: all but the start's and the worker's.
func chartScripts(base string, assets []asset) []string {
	var out []string
	for _, a := range assets {
		if strings.HasSuffix(a.name, ".js") && a.name != startScript && !a.later() {
			out = append(out, a.url(base))
		}
	}
	return out
}

func (l *layout) render(p web.Page, version string) ([]byte, error) {
	var out bytes.Buffer
	err := l.template.Execute(&out, document{
		frame:       l.frame,
		Title:       p.Title,
		Description: p.Description,
		Version:     version,
		NoIndex:     p.Path == "404",
		HTML:        template.HTML(p.HTML),
		Lesson:      p.Lesson,
	})
	return out.Bytes(), err
}

type manifest struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	About      string         `json:"description"`
	Lang       string         `json:"lang"`
	Scope      string         `json:"scope"`
	StartURL   string         `json:"start_url"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Type    string `json:"type"`
	Sizes   string `json:"sizes"`
	Purpose string `json:"purpose,omitempty"`
}

func makeManifest(base string, assets []asset) []byte {
	icon := func(name string) string { return find(assets, name).url(base) }
	data, err := json.MarshalIndent(manifest{
		ID: base, Name: "Queuelab", ShortName: "Queuelab", About: "A message queue you can take apart.", Lang: "en",
		Scope: base, StartURL: base, Display: "standalone", Background: "#fbfaf7", Theme: "#fbfaf7",
		Icons: []manifestIcon{
			{Src: icon("icon.svg"), Type: "image/svg+xml", Sizes: "any"},
			{Src: icon("icon-192.png"), Type: "image/png", Sizes: "192x192"},
			{Src: icon("icon-512.png"), Type: "image/png", Sizes: "512x512"},
			{Src: icon("icon-maskable-512.png"), Type: "image/png", Sizes: "512x512", Purpose: "maskable"},
		},
	}, "", "  ")
	if err != nil {
		panic(err) // strings always encode
	}
	return append(data, '\n')
}
