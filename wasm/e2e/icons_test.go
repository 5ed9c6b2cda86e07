package e2e

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"image/png"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the PNG icons again from static/icon.svg")

// TestIcons checks the size of the PNG icons; their pixels may differ between releases of Chromium.
func TestIcons(t *testing.T) {
	// A maskable icon is cut to a shape by the system, so its background has no corners of its own.
	square := func(svg string) string { return strings.Replace(svg, `rx="96"`, `rx="0"`, 1) }
	icons := []struct {
		name   string
		size   int
		change func(string) string
	}{
		{"icon-192.png", 192, strings.TrimSpace},
		{"icon-512.png", 512, strings.TrimSpace},
		{"icon-maskable-512.png", 512, square},
	}
	for _, icon := range icons {
		file := root + "/static/" + icon.name
		if *update {
			drawIcon(t, file, icon.size, icon.change)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != icon.size || config.Height != icon.size {
			t.Errorf("%s: %d by %d (%v), want a PNG of %d by %d", icon.name, config.Width, config.Height, err, icon.size, icon.size)
		}
	}
}

func drawIcon(t *testing.T, file string, size int, change func(string) string) {
	t.Helper()
	svg, err := os.ReadFile(root + "/static/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	p := sharedServer(t).Open(t, "")
	encoded := Eval[string](p, fmt.Sprintf(`new Promise((resolve, reject) => {
		const image = new Image(%[1]d, %[1]d);
		image.onerror = reject;
		image.onload = () => {
			const canvas = document.createElement("canvas");
			canvas.width = canvas.height = %[1]d;
			canvas.getContext("2d").drawImage(image, 0, 0, %[1]d, %[1]d);
			resolve(canvas.toDataURL("image/png").split(",")[1]);
		};
		image.src = "data:image/svg+xml," + encodeURIComponent(%[2]s);
	})`, size, quote(change(string(svg)))))
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
