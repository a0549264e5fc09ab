import assert from "node:assert/strict";
import type { AlertsDocument } from "../../platform/alerts/document.ts";
import { typeOfScanner } from "../../platform/alerts/scanner.ts";
import { newAlert, newDocument, newUnavailable } from "../../testing/alerts.ts";
import { report } from "../blocks.ts";
import { messagesOf } from "../messages/messages.ts";
import type { BlocksContext } from "./blocks_report.ts";

/** A stored item: which behavior wrote it, under which name, and what it holds. */
interface Stored {
  behavior?: string;
  spec?: string;
  content: unknown;
}

/** The report's context over documents, each stored by a behavior of its scanner's type. */
function contextOf(
  stored: readonly (AlertsDocument | Stored)[],
  context: Partial<BlocksContext> = {},
): BlocksContext {
  const items = stored.map((one, index) => {
    const item: Stored = "content" in one ? one : { content: one };
    const { scanner = "dependabot" } = item.content as Partial<AlertsDocument> ?? {};
    const { behavior = "scan", spec = "alerts", content } = item;
    return { type: typeOfScanner(scanner), name: `${spec}.${index}`, behavior, spec, content };
  });
  return {
    globalArgs: { org: "acme" },
    methodArgs: {},
    dataRepository: {
      findAllForType: (type) =>
        Promise.resolve(
          items.filter((item) => item.type === type).map(({ name, behavior, spec }) => ({
            name,
            modelId: behavior,
            modelName: behavior,
            tags: { specName: spec },
          })),
        ),
      getContent: (type, behavior, name) => {
        const item = items.find((one) =>
          one.type === type && one.behavior === behavior && one.name === name
        );
        if (item === undefined || item.content === null) return Promise.resolve(null);
        const text = typeof item.content === "string" ? item.content : JSON.stringify(item.content);
        return Promise.resolve(new TextEncoder().encode(text));
      },
    },
    ...context,
  };
}

const open = (repo: string, change = {}) =>
  newDocument("dependabot", repo, [newAlert.dependabot()], change);

Deno.test("the newest alerts of all scanners become one message a repository, as build makes them", async () => {
  const documents = [
    open("acme/b"),
    newDocument("code-scanning", "acme/b", [newAlert["code-scanning"]()]),
    newDocument("secret-scanning", "acme/a", [newAlert["secret-scanning"]()]),
    newDocument("dependabot", "acme/c"),
  ];
  const { json, markdown } = await report.execute(contextOf(documents));
  const { payloads } = messagesOf([
    { repo: "acme/a", documents: [documents[2]!] },
    { repo: "acme/b", documents: [documents[0]!, documents[1]!] },
  ]);
  assert.deepEqual(json.messages, payloads.map(({ repo, payload }) => ({ repo, payload })));
  assert.deepEqual(json.quietRepos, ["acme/c"]);
  assert.match(markdown, /^\| acme\/b \| 2 \| 0 \| 1 \| 1 \| 0 \| 0 \| 0 \|$/m);
});

Deno.test("of several behaviors' documents about a repository the one fetched last counts", async () => {
  const { json } = await report.execute(contextOf([
    { behavior: "old", content: open("acme/a", { fetchedAt: "2026-11-01T00:00:00Z" }) },
    {
      behavior: "new",
      content: newDocument("dependabot", "ACME/A", [], { fetchedAt: "2026-11-02T00:00:00Z" }),
    },
  ]));
  assert.deepEqual([json.messages, json.quietRepos], [[], ["ACME/A"]]);
});

Deno.test("only the behavior's organisation and the repositories of the method are shown", async () => {
  const documents = [open("acme/a"), open("acme/b"), open("other/a")];
  const shown = async (change: Partial<BlocksContext>) =>
    (await report.execute(contextOf(documents, change))).json.messages.map(({ repo }) => repo);
  assert.deepEqual(await shown({}), ["acme/a", "acme/b"]);
  assert.deepEqual(await shown({ globalArgs: { org: "OTHER" } }), ["other/a"]);
  assert.deepEqual(await shown({ globalArgs: {} }), ["acme/a", "acme/b", "other/a"]);
  assert.deepEqual(await shown({ methodArgs: { repos: ["B"] } }), ["acme/b"]);
  assert.deepEqual(await shown({ methodArgs: { repos: "nonsense" } }), ["acme/a", "acme/b"]);
});

Deno.test("scanners that saw nothing are listed, and those that could not be read", async () => {
  const { json, markdown } = await report.execute(contextOf([
    newUnavailable("code-scanning", "acme/a", "disabled"),
    newUnavailable("dependabot", "acme/a", "error"),
  ]));
  assert.deepEqual(json.notCovered, [
    { repo: "acme/a", scanner: "dependabot", reason: "error" },
    { repo: "acme/a", scanner: "code-scanning", reason: "disabled" },
  ]);
  assert.match(markdown, /\| acme\/a \| Code scanning \| disabled \|/);
  assert.match(markdown, /\| acme\/a \| Dependabot \| could not be read \|/);
});

Deno.test("a broken document is listed and does not stop the others", async () => {
  const { json, markdown } = await report.execute(contextOf([
    { behavior: "b*ld", content: "{" },
    { behavior: "gone", content: null },
    { behavior: "changed", content: { ...open("acme/x"), counts: { total: 0 } } },
    open("acme/a"),
  ]));
  assert.deepEqual(json.broken.map(({ behavior }) => behavior), ["b*ld", "gone", "changed"]);
  assert.deepEqual(json.messages.map(({ repo }) => repo), ["acme/a"]);
  assert.match(markdown, /## Not readable/);
  assert.match(markdown, /b\\\*ld/);
});

Deno.test("runs and other outputs are not taken for alerts", async () => {
  const { json } = await report.execute(contextOf([{ spec: "run", content: open("acme/a") }]));
  assert.deepEqual([json.messages, json.broken], [[], []]);
});

Deno.test("without any data it says which method to run", async () => {
  const { markdown } = await report.execute(contextOf([]));
  assert.match(markdown, /Run `list` of the three scanners' behaviors/);
});

Deno.test("a table ends after 200 rows and says how many more there are; the JSON has all", async () => {
  const documents = Array.from({ length: 203 }, (_, index) => open(`acme/r${index}`));
  const { json, markdown } = await report.execute(contextOf(documents));
  assert.equal(markdown.match(/^\| acme/gm)!.length, 200);
  assert.match(markdown, /^\+3 more$/m);
  assert.equal(json.messages.length, 203);
});

Deno.test("a stored document that contradicts itself is listed as broken, not taken as clean", async () => {
  const quiet = newDocument("dependabot", "acme/a", [], { available: false });
  const { json, markdown } = await report.execute(contextOf([quiet]));
  assert.match(JSON.stringify(json), /contradict each other/);
  assert.match(markdown, /contradict each other/);
});
