// What a module begins while it loads fails as soon as it asks for anything, at a time that differs from
// run to run: before the module is described or after. Here such a failure ends nothing.

addEventListener("unhandledrejection", (event) => event.preventDefault());

// That of a worker ends the process that started it, whatever listens: these run nothing. A module first
// imports node:worker_threads after this, so it has no stand-in; with one, Deno panics.
const { EventEmitter } = globalThis.process.getBuiltinModule("events");
Object.assign(globalThis.process.getBuiltinModule("worker_threads"), {
  Worker: class Worker extends EventEmitter {
    threadId = 1;
    postMessage() {}
    ref() {}
    unref() {}
    terminate = () => Promise.resolve(0);
  },
});
Object.assign(globalThis, {
  Worker: class Worker extends EventTarget {
    postMessage() {}
    terminate() {}
  },
});
