# Queuelab: `make serve` shows the site on this machine, `make test` proves it. Both set up what they need.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BASE       ?= /
OUT        ?= dist
ADDR       ?= 127.0.0.1:8000
# What the program may weigh for those who load it, in bytes after gzip -9.
MAX_GZIP   := 2100000
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

NPM_DONE   := static/node_modules/.package-lock.json
# Other simulators, which only the benchmarks need.
PEERS      := core/sim/testdata/peers
PEERS_DONE := $(PEERS)/node_modules/.package-lock.json
# GOROOT/lib/wasm holds the runner that starts a js/wasm test binary in Node.
WASM_GO    := GOOS=js GOARCH=wasm go
WASM_EXEC   = -exec="$$(go env GOROOT)/lib/wasm/go_js_wasm_exec"

.PHONY: help setup serve build test test-js brokers recordings bench check icons clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(NPM_DONE) ## install what is missing: Node, npm packages, Chromium
	@.ci/need chromium

$(NPM_DONE): static/package-lock.json
	@.ci/need node
	npm ci --prefix static --no-audit --no-fund

$(PEERS_DONE): $(PEERS)/package-lock.json
	@.ci/need node
	@.ci/need simpy
	npm ci --prefix $(PEERS) --no-audit --no-fund

serve: $(NPM_DONE) ## build the site and show it at http://127.0.0.1:8000/
	go run ./wasm serve -base $(BASE) -addr $(ADDR)

build: $(NPM_DONE) ## write the static site to dist (BASE=/path/ for a sub-path)
	go run ./wasm build -base $(BASE) -out $(OUT) -max-gzip $(MAX_GZIP)

test: setup ## run every test: native, browser, and core in WebAssembly
	go vet ./...
	go test -timeout 30m ./...
	$(MAKE) --no-print-directory test-js

test-js: $(NPM_DONE) ## run the tests of core in WebAssembly (Node)
	$(WASM_GO) test $(WASM_EXEC) ./core/...

brokers: ## hold the profiles against real brokers, started here, or BROKER=amqp://... only
	@test -n "$(BROKER)" || .ci/need brokers
	go test -count=1 -timeout 10m -parallel 32 ./core/brokers$(if $(BROKER),,/...) -live $(addprefix -addr=,$(BROKER))

recordings: ## record the lessons' runs on real brokers again
	@.ci/need brokers
	go test -count=1 -timeout 10m ./core/brokers -run '^TestRecordings$$' -live -update

bench: setup $(PEERS_DONE) ## measure; compare the ratios, not the times of two machines
	go test -run '^$$' -bench . -benchmem ./core/...
	$(WASM_GO) test $(WASM_EXEC) -run '^$$' -bench . -benchmem ./core/...
	go test -run '^$$' -bench . -benchtime 7x ./wasm/e2e

check: setup ## format, vet, staticcheck, race detector, WebAssembly
	@bad=$$(git ls-files "*.go" | xargs gofmt -l); test -z "$$bad" || { echo "gofmt these files:"; echo "$$bad"; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./core/... ./web/... ./wasm ./wasm/studies
	go run $(STATICCHECK) ./...
	go test -race -timeout 60m ./...
	$(MAKE) --no-print-directory test-js

icons: setup ## draw the PNG icons from static/icon.svg again
	go test ./wasm/e2e -run '^TestIcons$$' -update

clean: ## remove what was built and downloaded
	rm -rf dist .build static/node_modules $(PEERS)/node_modules
