// Runs the Go program that searches schedules and measures curves, in a Web Worker beside the page. The build puts the
// constant `files` before this text: exec and program, addresses relative to this file's, and page, which names the
// page's program of the same release. The page calls the worker by that name.
"use strict";

const started = start();
started.catch((error) => fail(`could not be loaded (${error.message || error})`));

// A request that comes before the program runs waits for it.
onmessage = (event) => started.then(() => queuelabStudy(event.data), () => {});

async function start() {
  // A page that stays open while the site is replaced asks for its own release's file, and is given the new one's.
  if (self.name !== files.page) {
    throw new Error("it is of another release of the site: reload the page");
  }
  const program = compile();
  try {
    importScripts(files.exec);
  } catch {
    throw new Error("one of its files didn't come"); // the browser's own words name an address
  }
  const go = new Go();
  const instance = await WebAssembly.instantiate(await program, go.importObject);
  go.run(instance).then(() => fail("has stopped because of an error in it"));
}

async function compile() {
  const response = await fetch(files.program);
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`.trim());
  }
  return WebAssembly.compileStreaming(response);
}

function fail(failure) {
  postMessage({ failure });
}
