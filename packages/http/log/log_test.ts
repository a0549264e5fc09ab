import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { createLog, type LogFormat } from "./log.ts";

function written(format: LogFormat, fields: Record<string, string | number | undefined>): string {
  let text = "";
  createLog(format, () => new Date(0), (line) => text += line).info("thing.done", fields);
  return text;
}

Deno.test("a line is one JSON object, or text with quoted values that cannot break the line", () => {
  assert.deepEqual(JSON.parse(written("json", { name: "a", count: 2, absent: undefined })), {
    time: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "thing.done",
    name: "a",
    count: 2,
  });
  assert.equal(
    written("text", { name: "a\nforged line" }),
    '1970-01-01T00:00:00.000Z info thing.done name="a\\nforged line"\n',
  );
  assert.equal(written("off", { name: "a" }), "");
});

Deno.test("no secret reaches a line: fields named like one are dropped, keys are masked", () => {
  for (const key of [generateKey("personal"), generateKey("collective")]) {
    const line = written("json", { path: `/x?key=${key}`, apiKey: key, password: "p", token: key });
    assert.ok(!line.includes(key) && !line.includes("password"));
    assert.ok(line.includes("svc_[masked]"));
  }
});

Deno.test("a line that cannot be written, as on a full disk, ends nothing", () => {
  const value = () => {
    throw new Error("No space left on device (os error 28)");
  };
  Object.defineProperty(Deno.stderr, "writeSync", { value, configurable: true });
  try {
    createLog("text", () => new Date(0)).error("runs.state", { error: "disk full" });
  } finally {
    Reflect.deleteProperty(Deno.stderr, "writeSync");
  }
});
