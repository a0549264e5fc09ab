import assert from "node:assert/strict";
import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { eventFolder, eventPath } from "../runs/event_file.ts";
import { callerNamed } from "../testing/callers.ts";
import { runPage } from "./run_page.ts";
import type { Visit } from "./visit.ts";

/** The page of a run that goes on and has had these events. */
async function pageAfter(events: readonly unknown[]) {
  const folder = await temporaryFolder();
  const id = "0198f000-0000-7000-8000-000000000001";
  const at = "2026-11-22T12:00:00.000Z";
  const lines = events.map((event, index) => `${JSON.stringify({ seq: index + 1, at, event })}\n`);
  await Deno.mkdir(eventFolder(folder.path));
  await Deno.writeTextFile(eventPath(folder.path, id), lines.join(""));
  const run = {
    ...{ id, behavior: "hello", method: "greet", status: "running", endedAt: null },
    ...{ trigger: "api", initiatedBy: "user:ada" },
  };
  const visit = {
    url: new URL(`http://x/runs/${id}`),
    caller: callerNamed("ada"),
    serving: {
      state: { folder: folder.path },
      runs: { get: () => ({ ...run, error: null, result: null }) },
    },
  } as unknown as Visit;
  return {
    page: async () => String(await (await runPage(visit, id)).body),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("a page with a long log keeps nobody waiting, and shows its last lines", async () => {
  const text = "x".repeat(200);
  await using at = await pageAfter(
    Array.from({ length: 5000 }, (_, index) => (
      { kind: "output", level: "info", text: `${index + 1} ${text}` }
    )),
  );
  const page = at.page();
  const another = new Promise((resolve) => setTimeout(() => resolve("another request"), 0));
  assert.equal(await Promise.race([page, another]), "another request");
  const html = await page;
  assert.match(html, /4000 earlier lines are left out/);
  assert.match(html, />4001 x/);
  assert.match(html, /follow\?after=5000"/);
});

Deno.test("what a run wrote is linked, and what goes with it is only named", async () => {
  const data = { kind: "data", artifact: { name: "kept", version: 2 } };
  const gone = { kind: "data", artifact: { name: "gone", version: 1, ephemeral: true } };
  await using at = await pageAfter([data, gone]);
  const html = await at.page();
  assert.match(html, /data\/kept\?version=2"/);
  assert.match(html, /<li>gone, version 1, only while it ran<\/li>/);
  assert.doesNotMatch(html, /data\/gone/);
});
