import assert from "node:assert/strict";
import { processHost } from "./host.ts";

/** Replaces how a stream of this process is written to, until disposed. */
function writing(stream: typeof Deno.stderr, writeSync: (bytes: Uint8Array) => number): Disposable {
  Object.defineProperty(stream, "writeSync", { value: writeSync, configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(stream, "writeSync") };
}

/** What a closed terminal and a full disk answer to a write. */
const FAILURES = ["Input/output error (os error 5)", "No space left on device (os error 28)"];

Deno.test("a closed terminal or a full disk behind stderr ends no work", () => {
  for (const message of FAILURES) {
    using _failing = writing(Deno.stderr, () => {
      throw new Error(message);
    });
    processHost().stderr("Stopping the run\n");
  }
});

Deno.test("a result that cannot be written is a failure, unless its reader has seen enough", () => {
  for (const message of FAILURES) {
    using _failing = writing(Deno.stdout, () => {
      throw new Error(message);
    });
    assert.throws(() => processHost().stdout("result\n"), new RegExp(message.slice(0, 12)));
  }
  using _failing = writing(Deno.stdout, () => {
    throw new Deno.errors.BrokenPipe("Broken pipe");
  });
  processHost().stdout("result\n");
});

Deno.test("what is written in parts is written whole", () => {
  let written = "";
  using _slow = writing(Deno.stderr, (bytes) => {
    written += new TextDecoder().decode(bytes.subarray(0, 2));
    return Math.min(2, bytes.length);
  });
  processHost().stderr("a line\n");
  assert.equal(written, "a line\n");
});
