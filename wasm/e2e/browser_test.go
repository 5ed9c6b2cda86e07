package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"

	cdp "github.com/chromedp/chromedp"
)

// browser is the one Chromium of all tests.
var browser struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if browser.stop != nil {
		browser.stop()
	}
	os.Exit(status)
}

func sharedBrowser(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests take long")
	}
	browser.once.Do(startBrowser)
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	return browser.ctx
}

func startBrowser() {
	path, err := findChromium()
	if err != nil {
		browser.err = err
		return
	}
	profile, err := os.MkdirTemp("", "queuelab-e2e")
	if err != nil {
		browser.err = err
		return
	}
	allocator, stopAllocator := cdp.NewExecAllocator(context.Background(), chromiumOptions(path, profile)...)
	ctx, cancel := cdp.NewContext(allocator, cdp.WithErrorf(ignoreNoise))
	browser.ctx = ctx
	browser.stop = func() {
		cdp.Cancel(ctx)
		cancel()
		stopAllocator()
		os.RemoveAll(profile)
	}
	browser.err = cdp.Do(ctx)
}

func chromiumOptions(path, profile string) []cdp.ExecAllocatorOption {
	return append(cdp.DefaultExecAllocatorOptions[:],
		cdp.ExecPath(path),
		cdp.UserDataDir(profile),
		cdp.NoSandbox, // containers run the tests as root, where Chromium's sandbox refuses to start
		cdp.DisableGPU,
		cdp.Flag("disable-quic", true),
		cdp.Flag("hide-scrollbars", true),
		// No name but the loopback address resolves: a request that leaves the site fails for certain.
		cdp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		cdp.WindowSize(1440, 900),
	)
}

func findChromium() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium found: run `make setup`, or name one with CHROMIUM=/path/to/chromium")
}

// ignoreNoise drops what chromedp reports about protocol events newer than itself.
func ignoreNoise(string, ...any) {}
