import assert from "node:assert/strict";
import type { FoundUse } from "@svc/core/permission";
import { parse } from "yaml";
import { undeclaredLines, undeclaredUses } from "./undeclared.ts";

const use = (kind: FoundUse["kind"], entry: string | undefined, line?: number): FoundUse => ({
  kind,
  file: line === undefined ? "npm:got@14.4.5" : "models/x.ts",
  by: "call",
  ...(entry === undefined ? {} : { entry }),
  ...(line === undefined ? {} : { line }),
});

Deno.test("what the manifest covers, what is computed and what packages use is left out", () => {
  const found = [
    use("net", "api.acme.dev", 3),
    use("net", "eu.acme.dev", 4),
    use("net", undefined, 5),
    use("env", "AWS_REGION"),
    use("run", "git", 6),
  ];
  assert.deepEqual(undeclaredUses({ net: ["*.acme.dev"] }, found), [
    { kind: "run", entry: "git", places: ["models/x.ts:6"] },
  ]);
});

Deno.test("the lines to paste are YAML that declares just that", () => {
  const entries = ["api.acme.dev", "*.acme.dev", "127.0.0.1", "[::1]:443", "${globalArgs.url}"];
  const found = [
    ...entries.map((entry, index) => use("net", entry, index + 1)),
    ...[1, 2, 3, 4, 5].map((line) => use("read", "~/.config/acme", line)),
    use("env", "NO", 9),
    use("run", "on", 9),
  ];
  const lines = undeclaredLines(undeclaredUses({}, found));
  const { permissions } = parse(lines.slice(2).join("\n"));
  assert.deepEqual(permissions, {
    net: entries,
    run: ["on"],
    env: ["NO"],
    read: ["~/.config/acme"],
  });
  assert.match(lines.join("\n"), /# models\/x\.ts:1, models\/x\.ts:2, models\/x\.ts:3$/m);
  assert.deepEqual(undeclaredLines([]), []);
});
