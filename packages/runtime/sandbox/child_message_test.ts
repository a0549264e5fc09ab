import { deepEqual, throws } from "node:assert/strict";
import { childMessage } from "./child_message.ts";

Deno.test("what the child's own side sends is read as it is", () => {
  for (
    const message of [
      { t: "log", level: "info", text: "x" },
      { t: "call", id: 1, call: { op: "readResource", name: "x" } },
      { t: "done", handles: ["a"] },
      { t: "done" },
      { t: "invalid", what: "method", issues: [{ path: "a.b", message: "is wrong" }] },
      { t: "failed", name: "Error", message: "x", stack: "Error: x" },
      { t: "failed", name: "Error", message: "x" },
    ]
  ) deepEqual(childMessage(JSON.stringify(message)), message);
});

Deno.test("a message that a method forges out of shape ends the run, and is not a bug of svc", () => {
  for (
    const text of [
      "{x",
      "",
      "null",
      "7",
      "[]",
      '{"t":"reply","id":1}',
      '{"t":"constructor"}',
      '{"t":"call","id":1}',
      '{"t":"call","id":1,"call":null}',
      '{"t":"call","id":"1","call":{"op":"queryData"}}',
      '{"t":"done","handles":{"length":1}}',
      '{"t":"done","handles":[{}]}',
      '{"t":"invalid","what":"x","issues":[]}',
      '{"t":"invalid","what":"method","issues":[null]}',
      '{"t":"failed","name":7,"message":{},"stack":9}',
      '{"t":"failed","name":"x","message":"y","stack":9}',
    ]
  ) throws(() => childMessage(text), { code: "run_failed" }, text);
});

Deno.test("a message that is nested too deeply ends the run before anything walks through it", () => {
  const deep = "[".repeat(3_000) + "]".repeat(3_000);
  const text = `{"t":"call","id":1,"call":{"op":"writeResource","data":${deep}}}`;
  throws(() => childMessage(text), { code: "nested_too_deeply" });
});
