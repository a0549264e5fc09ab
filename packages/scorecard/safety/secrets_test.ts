import { deepEqual, equal, ok } from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { manifestSchema } from "@svc/core/manifest";
import { checkSafety } from "./check.ts";

const MANIFEST = manifestSchema.parse({
  manifestVersion: 1,
  name: "@team/tool",
  version: "2026.01.01.1",
  models: ["a.ts"],
  binaries: ["tool"],
});

function check(path: string, text: string) {
  return checkSafety(new Map([[path, { bytes: new TextEncoder().encode(text) }]]), MANIFEST);
}

Deno.test("a key of a registry stops a push wherever it is, and only its start is repeated", () => {
  const key = generateKey("personal");
  for (
    const path of ["models/a.ts", "files/README.md", "manifest.yaml", "files/tool", "skills/a/b"]
  ) {
    const { errors } = check(path, `\u00e9 first\nconst key = "${key}";\n`);
    const found = errors.find(({ message }) => message.startsWith("holds the key"));
    equal(found?.place, `${path}:2`);
    ok(found.message.includes(key.slice(0, 8)) && !found.message.includes(key.slice(0, 9)));
  }
  // As in documentation: no registry made this one.
  deepEqual(check("files/README.md", `svc_${"0123456789abcdef".repeat(2)}`).errors, []);
});

Deno.test("what looks like a credential of others is a warning that repeats nothing of it", () => {
  // The examples of AWS's and Slack's own documentation, and made-up ones by the issuers' descriptions.
  const examples = {
    "an AWS access key id": "AKIAIOSFODNN7EXAMPLE",
    "a Slack token": ["xoxb", "17653672481", "19874698323", "pdFZKVeTuE8sk7oOcBrzbqgy"].join("-"),
    "a GitHub token": `ghp_${"a1B2".repeat(9)}`,
    "a GitLab token": `glpat-${"x_-9".repeat(5)}`,
    "an npm token": `npm_${"a1B2".repeat(9)}`,
    "a Google API key": `AIza${"Sy-_A".repeat(7)}`,
    "a private key": "-----BEGIN RSA PRIVATE KEY-----",
  };
  for (const [what, example] of Object.entries(examples)) {
    const { errors, warnings } = check("files/a.txt", `one\ntwo ${example}`);
    deepEqual(errors, []);
    deepEqual(warnings, [{
      place: "files/a.txt:2",
      message: `may hold ${what}; if it is real, revoke it and remove it`,
    }]);
    deepEqual(check("files/a.txt", `x${example}`).warnings, [], "inside another word");
  }
});

Deno.test("a file full of keys costs no more than one with three", () => {
  const key = generateKey("collective");
  const { errors } = check("files/a.txt", `${key}\n`.repeat(20_000));
  equal(errors.filter(({ message }) => message.startsWith("holds")).length, 3);
});
