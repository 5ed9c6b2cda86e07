//go:build !js

// Command wasm is the page when it runs in a browser. Natively it makes the site:
//
//	go run ./wasm build -base /repo/ -out dist    writes it for a static host
//	go run ./wasm serve                           shows it on this machine
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/queuelab/queuelab/wasm/site"
	"github.com/queuelab/queuelab/web"
)

const usage = `usage:
  wasm build [-base /path/] [-out dist] [-max-gzip bytes]
  wasm serve [-base /path/] [-addr host:port]
`

var errUsage = errors.New("usage")

func main() {
	err := run(os.Args[1:])
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	switch args[0] {
	case "build":
		return build(args[1:])
	case "serve":
		return serve(args[1:])
	}
	return errUsage
}

func build(args []string) error {
	flags := flag.NewFlagSet("build", flag.ExitOnError)
	base := flags.String("base", "/", "path of the site on its host, with a slash at both ends")
	out := flags.String("out", "dist", "folder to write to; an earlier site in it is replaced")
	limit := flags.Int("max-gzip", 0, "fail if the program takes more bytes than this with gzip; 0 for no limit")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return errUsage
	}

	s, err := makeSite(*base, *limit)
	if err != nil {
		return err
	}
	if err := s.Write(*out); err != nil {
		return err
	}
	fmt.Printf("%s: %d files for %s, version %s\n", *out, len(s.Files), s.Base, s.Version)
	return nil
}

func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	base := flags.String("base", "/", "path of the site, with a slash at both ends")
	addr := flags.String("addr", "127.0.0.1:8000", "address to listen on")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return errUsage
	}

	s, err := makeSite(*base, 0)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Printf("Queuelab is at http://%s%s (Ctrl-C ends it)\n", listener.Addr(), s.Base)
	return http.Serve(listener, s.Handler(0))
}

// makeSite compiles the programs and makes the site for base; a limit above 0 is the most that the program may take
// with gzip.
func makeSite(base string, limit int) (*site.Site, error) {
	if err := site.CheckBase(base); err != nil {
		return nil, err
	}
	root, err := site.Root()
	if err != nil {
		return nil, err
	}
	program, err := site.CompilePage(root)
	if err != nil {
		return nil, err
	}
	size := site.GzipSize(program.Wasm)
	fmt.Printf("app.wasm: %d bytes, %d with gzip -9\n", len(program.Wasm), size)
	fmt.Printf("studies.wasm: %d bytes, %d with gzip -9\n", len(program.Studies), site.GzipSize(program.Studies))
	if limit > 0 && size > limit {
		return nil, fmt.Errorf("app.wasm takes %d bytes with gzip -9, more than the limit of %d", size, limit)
	}
	return site.New(base, program, root, site.Content{Pages: web.Pages(base), NotFound: web.NotFound(base)})
}
