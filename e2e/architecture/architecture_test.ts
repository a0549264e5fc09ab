import assert from "node:assert/strict";
import { arrowsOf, circles, folderCircles, mutualPairs } from "./graph.ts";
import { type Import, importsOf, sources } from "./imports.ts";

/** What the product code of each part may import of ours: the one direction of dependence. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  http: ["core"],
  log: ["core"],
  scorecard: ["core"],
  provenance: ["core"],
  registry: ["core", "http", "log", "provenance", "scorecard"],
  runtime: ["core", "log"],
  serve: ["core", "http", "runtime"],
  cli: ["core", "log", "provenance", "runtime", "scorecard", "serve"],
  fakes: ["core", "log"],
};

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

Deno.test("dependence has one direction: core ← scorecard ← registry, core ← runtime ← serve ← cli", async () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const [part, allowed] of Object.entries(ALLOWED)) {
    for await (const file of sources(`${root}/packages/${part}`)) {
      seen += 1;
      for (const found of importsOf(await Deno.readTextFile(file), file)) {
        const target = packageOf(found);
        if (target === undefined || target === part || allowed.includes(target)) continue;
        wrong.push(`${shown(file)}:${found.line} imports ${found.specifier}`);
      }
    }
  }
  assert.ok(seen > 50, "the product's sources were not found");
  assert.deepEqual(wrong, []);
});

/** The registry's floors, lowest first; what is in none of them puts the parts together. */
const FLOORS = ["platform", "access", "features"];

/** Starts the parts from above, as the files beside the floors do: the operator's commands. */
const ROOF = "admin";

/** The features, each with those it imports: only ones that stand before it. */
const FEATURES = new Map<string, readonly string[]>([
  ["description", []],
  ["audit", []],
  ["manual", []],
  ["mail", []],
  ["notification", ["mail"]],
  ["factor", ["mail", "notification"]],
  ["passkey", ["mail", "factor"]],
  ["feed", []],
  ["install", []],
  ["schemas", []],
  ["billing", ["notification"]],
  ["catalogue", []],
  ["publishers", ["mail", "notification"]],
  ["publishing", ["notification", "publishers"]],
  ["registry_log", []],
  ["extensions", ["notification", "install", "publishers", "publishing", "registry_log"]],
  ["profile", ["extensions"]],
  ["home", ["install", "extensions"]],
  ["lab", ["notification", "extensions"]],
  ["collectives", ["mail", "notification", "feed", "extensions"]],
  ["tokens", ["mail", "notification"]],
  ["signing_keys", ["mail", "extensions"]],
  ["identity", ["mail", "factor", "passkey", "collectives", "tokens"]],
  ["leaks", ["mail", "notification"]],
  ["oauth", ["identity"]],
  ["serve", ["oauth"]],
  ["operating", ["mail", "notification", "registry_log", "extensions", "oauth"]],
  ["staging", [
    "extensions",
    "factor",
    "mail",
    "notification",
    "operating",
    "passkey",
    "publishing",
  ]],
  ["reports", ["mail", "notification", "extensions", "operating"]],
  ["claims", ["mail", "notification", "operating"]],
  ["operator", ["claims", "extensions", "operating", "reports", "staging"]],
  ["settings", ["audit", "billing", "publishers", "staging", "tokens", "signing_keys"]],
  [
    "person",
    [
      "extensions",
      "feed",
      "identity",
      "lab",
      "mail",
      "notification",
      "oauth",
      "profile",
      "reports",
      "serve",
    ],
  ],
  ["account", ["factor", "mail", "identity", "person"]],
]);

for (const [tree, least] of [["packages", 1000], ["extensions", 1000], ["e2e", 100]] as const) {
  Deno.test(`${tree}: no two folders import each other, and no files in a circle`, async () => {
    const arrows = await arrowsOf(root, tree);
    assert.ok(arrows.length > least, "the imports were not found");
    assert.deepEqual(mutualPairs(arrows), []);
    assert.deepEqual(folderCircles(arrows), []);
    assert.deepEqual(circles(arrows), []);
  });
}

Deno.test("the registry's floors stand on each other: platform ← access ← features ← app", async () => {
  const floor = (path: string) => {
    const below = path.slice("packages/registry/".length).split("/");
    if (below[0] === ROOF) return FLOORS.length + 1;
    return below.length > 1 ? FLOORS.indexOf(below[0]!) : FLOORS.length;
  };
  const arrows = await registryArrows();
  assert.ok(arrows.every(({ from }) => floor(from) >= 0), "a folder beside the floors");
  const up = arrows.filter(({ from, to }) => floor(to) > floor(from));
  assert.deepEqual(up.map(({ from, line, to }) => `${from}:${line} -> ${to}`), []);
});

Deno.test("a feature imports only the features listed for it, which stand before it", async () => {
  const names = [...FEATURES.keys()];
  for (const [name, imports] of FEATURES) {
    for (const other of imports) assert.ok(names.indexOf(other) < names.indexOf(name), name);
  }
  const feature = (path: string) => /^packages\/registry\/features\/([^/]+)\//.exec(path)?.[1];
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of await registryArrows()) {
    const [own, other] = [feature(from), feature(to)];
    if (own !== undefined && other !== undefined && own !== other) found.get(own)!.add(other);
  }
  for (const [name, imports] of found) {
    assert.deepEqual([...imports].sort(), [...FEATURES.get(name)!].sort(), name);
  }
});

/** The runtime's rooms, lowest first: what each answers is in ARCHITECTURE.md. */
const ROOMS = [
  "base",
  "repository",
  "data",
  "extension",
  "consent",
  "sandbox",
  "providers",
  "conformance",
  "kit",
  "behavior",
  "datastores",
  "run",
  "import",
  "cleanup",
];

Deno.test("the runtime's rooms import only rooms that stand before them", async () => {
  const own = (path: string) => path.startsWith("packages/runtime/") && path.split("/").length > 3;
  const room = (path: string) => ROOMS.indexOf(path.split("/")[2]!);
  const arrows = (await arrowsOf(root, "packages")).filter(({ from, to }) => own(from) && own(to));
  assert.ok(arrows.length > 500, "the runtime's imports were not found");
  assert.deepEqual(new Set(arrows.map(({ from }) => room(from))), new Set(ROOMS.keys()));
  const up = arrows.filter(({ from, to }) => room(to) > room(from));
  assert.deepEqual(up.map(({ from, line, to }) => `${from}:${line} -> ${to}`), []);
});

async function registryArrows() {
  const own = (path: string) => path.startsWith("packages/registry/");
  return (await arrowsOf(root, "packages")).filter(({ from, to }) => own(from) && own(to));
}

Deno.test("imports are found in each form they are written in", () => {
  const text = `import { a } from "@svc/core/a";
import "../../cli/b.ts";
export * from './c.ts';
const d = await import("@svc/registry/d");
import {
  e,
} from "@svc/fakes";`;
  assert.deepEqual(
    importsOf(text, "/r/packages/runtime/x/y.ts").map((found) => [found.line, packageOf(found)]),
    [[1, "core"], [2, "cli"], [3, "runtime"], [4, "registry"], [7, "fakes"]],
  );
});

Deno.test("an extension imports its own folder and the catalogue's platform, nothing of ours", async () => {
  const wrong: string[] = [];
  let seen = 0;
  for await (const file of sources(`${root}/extensions`)) {
    seen += 1;
    const home = shown(file).split("/").slice(0, 2).join("/");
    const allowed = [`${home}/`, "extensions/platform/"];
    for (const found of importsOf(await Deno.readTextFile(file), file)) {
      const { resolved } = found;
      const inside = resolved === undefined ||
        allowed.some((folder) => shown(resolved).startsWith(folder));
      if (inside && !found.specifier.startsWith("@svc/")) continue;
      wrong.push(`${shown(file)}:${found.line} imports ${found.specifier}`);
    }
  }
  assert.ok(seen > 0, "no extension was found");
  assert.deepEqual(wrong, []);
});

Deno.test("an extension imports zod as a namespace, so that only what it uses is bundled", async () => {
  // 'import { z }' brings every translation of zod's messages: 600 KB in each bundle.
  const wrong: string[] = [];
  for await (const file of sources(`${root}/extensions`)) {
    const text = await Deno.readTextFile(file);
    if (/import (?:type )?\{[^}]*\} from "npm:zod@/.test(text)) {
      wrong.push(`${shown(file)}: write 'import * as z from "npm:zod@…"'`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the domain is pure: core reads no file, starts no process and opens no connection", async () => {
  const wrong: string[] = [];
  for await (const file of sources(`${root}/packages/core`)) {
    const text = await Deno.readTextFile(file);
    for (const word of text.matchAll(/\bDeno\.|\bfetch\(|["']node:/g)) {
      wrong.push(`${shown(file)}: ${word[0]}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the log's part is pure: it reads nothing, and of the platform it uses hashes and signatures", async () => {
  const wrong: string[] = [];
  for await (const file of sources(`${root}/packages/log`)) {
    const text = await Deno.readTextFile(file);
    for (const word of text.matchAll(/\bDeno\.|\bfetch\(|["']node:(?!crypto"|buffer")/g)) {
      wrong.push(`${shown(file)}: ${word[0]}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a folder is named by what it is about, never utils, helpers, common or manager", async () => {
  const wrong: string[] = [];
  for (const tree of ["packages", "extensions", "e2e", "bench"]) {
    for await (const file of sources(`${root}/${tree}`)) {
      if (/(?:^|[/_])(?:utils?|helpers?|common|managers?)(?:[/_.]|$)/.test(shown(file))) {
        wrong.push(shown(file));
      }
    }
  }
  assert.deepEqual(wrong, []);
});

function packageOf({ specifier, resolved }: Import): string | undefined {
  const named = /^@svc\/([^/]+)/.exec(specifier);
  if (named) return named[1];
  return resolved === undefined ? undefined : /\/packages\/([^/]+)\//.exec(resolved)?.[1];
}

function shown(file: string): string {
  return new URL(file, "file://").pathname.slice(new URL(`${root}/`, "file://").pathname.length);
}
