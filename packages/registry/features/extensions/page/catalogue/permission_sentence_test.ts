import { deepEqual } from "node:assert/strict";
import { PERMISSION_KINDS, type Permissions } from "@svc/core/permission";
import { permissionSentences } from "./permission_sentence.ts";

Deno.test("every kind of permission that is asked for is a sentence of its own", () => {
  const asked = Object.fromEntries(PERMISSION_KINDS.map((kind) => [kind, [`one-${kind}`]]));
  const sentences = permissionSentences(asked);
  deepEqual(sentences.map(({ kind }) => kind), PERMISSION_KINDS);
  deepEqual(new Set(sentences.map(({ verb }) => verb)).size, PERMISSION_KINDS.length);
  deepEqual(permissionSentences({ net: [] }), []);
});

Deno.test("a version that a later release stored shows kinds that this one does not know", () => {
  const stored = JSON.parse(`{"gpu":["all"]}`) as Permissions;
  deepEqual(permissionSentences(stored) as unknown, [
    { kind: "gpu", verb: "Unknown permission kind gpu", grants: ["all"] },
  ]);
});

Deno.test("placeholders and patterns are said in words, exact grants stay as they are", () => {
  const texts = (kind: string, entries: string[]) =>
    permissionSentences({ [kind]: entries })[0]!.grants;
  deepEqual(texts("net", ["a.b", "${env.URL}", "${globalArgs.url}", "${config.url}"]), [
    "a.b",
    "the host in the variable URL",
    "the host in the argument url",
    "the host in the setting url",
  ]);
  const models = [{ globalArguments: { properties: { url: { default: "https://x.example" } } } }];
  deepEqual(permissionSentences({ net: ["${globalArgs.url}"] }, models)[0]!.grants, [
    "the host in the argument url, x.example:443 where it is not set",
  ]);
  deepEqual(texts("read", ["a\u202eb"]), ["a\\u202eb"]);
  deepEqual(texts("data", ["@acme/scan", "@acme/*", "*"]), [
    "@acme/scan",
    "every type below @acme",
    "* (wide: the data of every behavior)",
  ]);
  deepEqual(texts("read", ["*", "~", "${globalArgs.folder}/in"]), [
    "*",
    "~ (wide: everything in your home folder)",
    "the path in the argument folder",
  ]);
  deepEqual(texts("net", ["*"]), ["* (wide: any public host)"]);
  deepEqual(texts("run", ["git", "bash", "${env.TOOL}"]), [
    "git (wide: its settings, hooks and options start other programs)",
    "bash (wide: can run anything that you can)",
    "the program in the variable TOOL",
  ]);
});
