// Package core holds the rooms of the core to what each may know of the others.
package core

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/queuelab/queuelab/"

// rooms are what each package of the core may import beyond the standard
// library. Nothing imports upwards, and nothing knows of the page.
var rooms = map[string]string{
	"core/queue":      "",
	"core/eventlog":   "",
	"core/scenario":   "",
	"core/trace":      "",
	"core/theory":     "",
	"core/theory/fit": "core/scenario core/theory",
	"core/sim":        "core/eventlog core/queue core/scenario core/trace",
	"core/stats":      "core/scenario core/trace",
	"core/cause":      "core/trace",
	"core/console":    "core/scenario core/stats core/trace",
	"core/check":      "core/scenario core/stats core/trace",
	"core/explore":    "core/check core/scenario core/sim core/stats core/trace",
	"core/sweep":      "core/scenario core/sim core/stats core/trace",
	"core/lesson":     "core/scenario core/stats golang.org/x/tools/txtar",
	"core/lesson/prose": "core/lesson core/scenario core/sim core/stats github.com/yuin/goldmark github.com/yuin/goldmark/ast " +
		"github.com/yuin/goldmark/extension github.com/yuin/goldmark/parser github.com/yuin/goldmark/renderer " +
		"github.com/yuin/goldmark/text github.com/yuin/goldmark/util",
	"core/conformance":  "core/scenario golang.org/x/tools/txtar",
	"core/cmd/queuelab": "core/brokers core/check core/console core/explore core/lesson core/scenario core/sim core/stats core/sweep core/theory/fit core/trace golang.org/x/tools/txtar",
	"core/recording":    "core/scenario core/trace",
	// Real brokers: nobody but the command knows of them.
	"core/brokers": "core/check core/conformance core/scenario core/sim core/stats core/trace github.com/jackc/pgx/v5 " +
		"github.com/jackc/pgx/v5/pgconn github.com/nats-io/nats.go github.com/nats-io/nats.go/jetstream " +
		"github.com/rabbitmq/amqp091-go github.com/redis/go-redis/v9",
	"core/brokers/servers": "github.com/jackc/pgx/v5 github.com/nats-io/nats.go github.com/rabbitmq/amqp091-go github.com/redis/go-redis/v9",
	"core/internal/anyrun": "core/scenario pgregory.net/rapid",
}

// beside is what the page may not import itself: it carries studies out, and
// belongs to the program that runs beside the page. Of a search, a sweep and
// theory the page has the types alone, which the test of its program proves.
var beside = []string{"web/study/runner", "core/theory"}

func TestThePageCarriesNoStudyOut(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "../web", "../web/play", "../web/scene", "../web/study").Output()
	if err != nil {
		t.Skip("go list: ", err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(strings.ReplaceAll(line, module, ""))
		for _, imported := range words[1:] {
			if slices.Contains(beside, imported) {
				t.Errorf("%s imports %s", words[0], imported)
			}
		}
	}
}

func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Skip("go list: ", err) // no go command in a browser
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(strings.ReplaceAll(line, module, ""))
		if words[0] == "core" {
			continue
		}
		allowed, known := rooms[words[0]]
		if !known {
			t.Errorf("%s is no room: say in this test what it may import", words[0])
		}
		for _, imported := range words[1:] {
			outside := strings.Contains(imported, ".") || strings.HasPrefix(imported, "core") || strings.HasPrefix(imported, "web")
			if outside && !slices.Contains(strings.Fields(allowed), imported) {
				t.Errorf("%s imports %s", words[0], imported)
			}
		}
	}
}

// unsteady is what would make two equal runs differ.
var unsteady = regexp.MustCompile(`\btime\.(Now|Since|After|Sleep|Tick)\b|"math/rand|\bgo func\b|\bgo [a-z]\w*\(`)

func TestNoRunDependsOnAnythingButItsScenario(t *testing.T) {
	for _, room := range []string{"queue", "eventlog", "scenario", "trace", "sim", "stats", "cause", "console", "check", "theory", "sweep", "explore"} {
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", room, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if found := unsteady.Find(text); found != nil {
				t.Errorf("%s: %s", f, found)
			}
		}
	}
}
