// Starts the Go program of the page and shows how far it has come.
//
// It takes the place of go-app's own app.js, which hides the page behind its loader, offers no way on after an
// error, and doesn't notice when the program ends. The functions named goapp… are those that go-app calls.
//
// What runs a Go program in a browser (class Go) is put before this text by the build: a file of its own would be waited for.
//
// The page waits for it as for its styles, so that the program, the longest to come and to compile, is asked for at once,
// before the first picture is made. What the charts need comes last.
(() => {
  "use strict";

  const config = document.currentScript.dataset;
  const parsed = new Promise((resolve) => {
    if (document.readyState === "complete") {
      resolve();
    }
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    addEventListener("load", resolve, { once: true }); // for who came too late for that
  });
  let loader, bar, label, reload; // not there before the page is
  let share = 0;

  const environment = {
    GOAPP_VERSION: config.version,
    GOAPP_ROOT_PREFIX: config.base,
    GOAPP_STATIC_RESOURCES_URL: config.base + "web",
    GOAPP_INTERNAL_URLS: "[]",
    QUEUELAB_BROKERS: config.brokers,
    QUEUELAB_STUDIES: config.studies,
  };

  globalThis.goappGetenv = (name) => environment[name] ?? "";
  globalThis.goappIsAppInstallable = () => false;
  globalThis.goappIsAppleBrowser = () => false;
  globalThis.goappOnUpdate = () => {};

  // Where a browser keeps nothing, the very name of its store throws, and Go has no way to catch that. What stands in
  // for it forgets everything with the page.
  function standIn() {
    const kept = new Map();
    return {
      get length() { return kept.size; },
      key: (i) => [...kept.keys()][i] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => { kept.set(key, String(value)); },
      removeItem: (key) => { kept.delete(key); },
      clear: () => kept.clear(),
    };
  }
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      void window[name].length;
    } catch {
      Object.defineProperty(window, name, { value: standIn() });
    }
  }

  // The reader's choice, before anything is painted.
  const theme = localStorage.getItem("queuelab/theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }

  function findLoader() {
    loader = document.getElementById("app-wasm-loader");
    bar = loader.querySelector("progress");
    label = document.getElementById("app-wasm-loader-label");
    reload = loader.querySelector("button");
    reload.addEventListener("click", () => location.reload());
  }

  function showProgress() {
    if (!loader) {
      return;
    }
    bar.value = share;
    label.textContent = `Loading the simulator: ${Math.floor(share * 100)} %`;
  }

  function showFailure(what, error) {
    bar.hidden = true;
    reload.hidden = false;
    loader.classList.add("failed");
    label.setAttribute("role", "alert");
    label.textContent = error ? `${what} (${error.message || error})` : what;
    loader.hidden = false;
    document.body.append(loader);
  }

  // The size is known from the build: with compression the Content-Length header counts other bytes than the stream.
  function counted(response) {
    const total = Number(config.wasmSize);
    let loaded = 0;
    const counter = new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        share = Math.min(1, loaded / total);
        showProgress();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": "application/wasm" } });
  }

  async function compile() {
    return WebAssembly.compileStreaming(fetchProgram());
  }

  async function fetchProgram() {
    const response = await fetch(config.wasm);
    if (!response.ok) {
      throw new Error(`${response.status} ${response.statusText}`.trim());
    }
    // What the worker has stored comes at once, and a browser keeps the compiled program only of a response as it came.
    return navigator.serviceWorker?.controller ? response : counted(response);
  }

  async function start() {
    const compiling = compile();
    compiling.catch(() => {}); // is told of below, when there is something to show it in
    await parsed;
    findLoader();
    loader.hidden = false;
    showProgress();
    const module = await compiling;
    const go = new Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    // run returns at the program's first wait: by then the page is mounted.
    const end = go.run(instance);
    if (go.exited) {
      throw new Error("it ended at once");
    }
    loader.remove();
    document.documentElement.dataset.started = "";
    end.then(() => showFailure("The simulator has stopped because of an error in it. Reload the page to go on."));
  }

  // Loads the charts' scripts, in their order.
  globalThis.queuelabLoadCharts = () => Promise.all(config.charts.split(" ").map((url) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`no charts: ${url} could not be loaded`)));
      script.async = false;
      script.src = url;
      document.head.append(script);
    })));

  // Gets a file of the site: its text, or what is wrong.
  globalThis.queuelabFetch = async (url) => {
    try {
      const response = await fetch(url);
      return response.ok ? [await response.text(), ""] : ["", `${url}: status ${response.status}`];
    } catch (error) {
      return ["", `${url} could not be loaded (${error.message || error})`];
    }
  };

  // Registered last, so that storing the site for offline use doesn't compete with loading the page.
  async function keepOffline() {
    if (!navigator.serviceWorker) {
      return;
    }
    const replaces = navigator.serviceWorker.controller !== null;
    const registration = await navigator.serviceWorker.register(config.worker, { updateViaCache: "none" });
    globalThis.goappTryUpdate = () => registration.update();
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => {
        if (replaces && worker.state === "activated") {
          globalThis.goappOnUpdate();
        }
      });
    });
  }

  start()
    .catch((error) => showFailure("The simulator could not be loaded. The text is complete without it.", error))
    .then(keepOffline)
    .catch((error) => console.warn("no offline use:", error.message));
})();
