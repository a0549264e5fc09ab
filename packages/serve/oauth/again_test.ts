import { equal } from "node:assert/strict";
import { again } from "./again.ts";

Deno.test("what fails is told, ends nothing, and is tried again until the server stops", async () => {
  const stopping = new AbortController();
  const told: string[] = [];
  const log = {
    info() {},
    warn() {},
    error: (_event: string, fields = {}) => void told.push(JSON.stringify(fields)),
  };
  const thrice = Promise.withResolvers<void>();
  let times = 0;
  // A reference that keeps the test alive: the timer itself does not.
  const alive = setInterval(() => {}, 1000);
  again(1, { log, stopping: stopping.signal }, () => {
    if (++times === 3) thrice.resolve();
    return Promise.reject(new Error("database is locked"));
  });
  await thrice.promise;
  stopping.abort();
  clearInterval(alive);
  equal(told[0], '{"why":"database is locked"}');
});
