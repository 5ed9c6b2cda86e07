package e2e

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/web"
)

var (
	shots = flag.String("shots", "", "absolute folder for screenshots of every page")
	only  = flag.String("only", "", "addresses with fragments to make pictures of instead, with spaces between them")
)

// TestScreenshots judges nothing: it makes the pictures for a person to look at.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("give a folder with -shots to make the pictures")
	}
	sizes := []struct{ width, height int }{{1440, 900}, {1024, 768}, {390, 844}}
	for _, path := range pictured() {
		for _, size := range sizes {
			for _, mode := range []Mode{"light", Dark} {
				p := sharedServer(t).Tab(t)
				p.Size(size.width, size.height)
				p.Media(mode)
				p.Goto(path)
				p.Started()
				p.Settle()
				p.Screenshot(filepath.Join(*shots, shotName(path, size.width, mode)), size.width, size.height, mode)
			}
		}
	}
}

func pictured() (paths []string) {
	if *only != "" {
		return strings.Fields(*only)
	}
	for _, p := range web.Pages("/repo/") {
		paths = append(paths, p.Path)
	}
	return paths
}

func shotName(path string, width int, mode Mode) string {
	name := "home"
	path, _, _ = strings.Cut(path, "#")
	if path != "" {
		name = strings.ReplaceAll(path, "/", "-")
	}
	return fmt.Sprintf("%s-%d-%s.png", name, width, mode)
}
