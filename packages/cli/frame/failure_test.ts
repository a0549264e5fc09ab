import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { EXIT_CODES, exitCodeOf } from "./exit_code.ts";
import { renderFailure } from "./failure.ts";
import { paintFor } from "./paint.ts";

const paint = paintFor(false, false, () => undefined);
const error = new SvcError("manifest_invalid", "The manifest is not valid", {
  hint: "Fix it.",
  details: [{ path: "manifest.yaml:3", message: "name: is missing" }],
  cause: new Error("inner"),
});

Deno.test("a failure says what, where and how to fix it, in that order", () => {
  const { text, exit } = renderFailure(error, { json: false, verbose: false, paint });
  assert.equal(
    text,
    "error: The manifest is not valid\n  manifest.yaml:3: name: is missing\nhint: Fix it.\n",
  );
  assert.equal(exit, 1);
});

Deno.test("a place the message already lists is not said twice", () => {
  const listed = new SvcError("manifest_invalid", "Wrong:\n  manifest.yaml:3: name: is missing", {
    details: [{ path: "manifest.yaml:3", message: "name: is missing" }],
  });
  const { text } = renderFailure(listed, { json: false, verbose: false, paint });
  assert.equal(text.split("name: is missing").length, 2);
  for (
    const [message, path, detail] of [
      ['Method arguments validation failed: too small at "name"', "name", "too small"],
      ["greet failed: no such person (models/x.ts:12)", "models/x.ts:12", "no such person"],
    ] as const
  ) {
    const error = new SvcError("run_failed", message, { details: [{ path, message: detail }] });
    const shown = renderFailure(error, { json: false, verbose: false, paint }).text;
    assert.equal(shown, `error: ${message}\n`);
  }
});

Deno.test("two places with the same problem are both shown", () => {
  const both = new SvcError("validation_failed", "The body is not valid: name: is missing", {
    details: [
      { path: "name", message: "is missing" },
      { path: "description", message: "is missing" },
    ],
  });
  const { text } = renderFailure(both, { json: false, verbose: false, paint });
  assert.equal(
    text,
    "error: The body is not valid: name: is missing\n  description: is missing\n",
  );
});

Deno.test("what others wrote into a failure begins no line of its own and moves nothing", () => {
  const forged = new SvcError(
    "run_failed",
    "greet failed: x\r\nhint: run evil\n\x1b[1A\x1b[31mok",
    {
      hint: "do\nerror: \u202eno",
      details: [{ path: "a\nwarning: b", message: "c\rd" }],
    },
  );
  const coloured = paintFor(true, false, () => undefined);
  assert.equal(
    renderFailure(forged, { json: false, verbose: false, paint }).text,
    "error: greet failed: x\n  hint: run evil\n  \\x1b[1A\\x1b[31mok\n" +
      "  a\n  warning: b: c\\rd\nhint: do\n  error: \\u202eno\n",
  );
  const { text } = renderFailure(forged, { json: false, verbose: false, paint: coloured });
  assert.deepEqual(
    text.split("\n").filter((line) => line.includes("\x1b")).map((line) => line.at(-1)),
    ["x", "o"],
  );
  const json = renderFailure(forged, { json: true, verbose: false, paint }).text;
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(json, /[\u202e\x1b]/);
  assert.equal(JSON.parse(json).hint, "do\nerror: \u202eno");
});

Deno.test("in JSON a failure is error, code, hint and details, without cause or stack", () => {
  const { text } = renderFailure(error, { json: true, verbose: false, paint });
  assert.deepEqual(JSON.parse(text), {
    error: "The manifest is not valid",
    code: "manifest_invalid",
    hint: "Fix it.",
    details: [{ path: "manifest.yaml:3", message: "name: is missing" }],
  });
});

Deno.test("a bug says it is one and shows its stack only when verbose", () => {
  const bug = new TypeError("x is undefined");
  const quiet = renderFailure(bug, { json: false, verbose: false, paint }).text;
  assert.match(quiet, /^error: unexpected: x is undefined\nhint: This is a bug in svc/);
  assert.doesNotMatch(quiet, /failure_test/);
  assert.match(
    renderFailure(bug, { json: false, verbose: true, paint }).text,
    /failure_test/,
  );
  assert.equal(
    JSON.parse(renderFailure(bug, { json: true, verbose: false, paint }).text).code,
    "internal",
  );
});

Deno.test("exit codes follow the design: 2 usage, 4 login needed, 75 locked, else 1", () => {
  assert.equal(exitCodeOf("usage"), 2);
  assert.equal(exitCodeOf("not_authenticated"), 4);
  assert.equal(exitCodeOf("token_expired"), 4);
  assert.equal(exitCodeOf("lock_timeout"), 75);
  assert.equal(exitCodeOf("missing_scope"), 1);
  assert.deepEqual(Object.keys(EXIT_CODES).map(Number), [0, 1, 2, 4, 75, 130]);
});

Deno.test("colour needs a terminal, and NO_COLOR or --no-color turns it off", () => {
  const none = () => undefined;
  const noColor = (name: string) => name === "NO_COLOR" ? "1" : undefined;
  assert.equal(paintFor(true, false, none).bold("x"), "\x1b[1mx\x1b[22m");
  assert.equal(paintFor(false, false, none).bold("x"), "x");
  assert.equal(paintFor(true, true, none).bold("x"), "x");
  assert.equal(paintFor(true, false, noColor).bold("x"), "x");
});

Deno.test("what the system refuses is told as such, wherever it was met, and is no bug of svc", () => {
  const rows: [system: string, code: string][] = [
    ["ENOSPC", "disk_full"],
    ["EDQUOT", "disk_full"],
    ["ENOTDIR", "conflict"],
    ["EEXIST", "conflict"],
    ["EACCES", "file_access_denied"],
    ["EROFS", "file_access_denied"],
    ["EBADF", "internal"],
  ];
  for (const [system, code] of rows) {
    const thrown = Object.assign(new Error("said by the system: open '/a/b'"), { code: system });
    const { text, exit } = renderFailure(thrown, { json: true, verbose: false, paint });
    assert.equal(JSON.parse(text).code, code);
    assert.match(JSON.parse(text).error, /said by the system: open '\/a\/b'/);
    assert.equal(exit, 1);
  }
});
