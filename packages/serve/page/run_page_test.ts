import assert from "node:assert/strict";
import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { eventFolder, eventPath } from "../runs/event_file.ts";
import { callerNamed } from "../testing/callers.ts";
import { runPage } from "./run_page.ts";
import type { Visit } from "./visit.ts";

Deno.test("a page with a long log keeps nobody waiting, and shows its last lines", async () => {
  await using folder = await temporaryFolder();
  const id = "0198f000-0000-7000-8000-000000000001";
  const text = "x".repeat(200);
  const events = Array.from({ length: 5000 }, (_, index) => ({
    seq: index + 1,
    at: "2026-11-22T12:00:00.000Z",
    event: { kind: "output", level: "info", text: `${index + 1} ${text}` },
  }));
  await Deno.mkdir(eventFolder(folder.path));
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  await Deno.writeTextFile(eventPath(folder.path, id), lines);
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
  const page = runPage(visit, id);
  const another = new Promise((resolve) => setTimeout(() => resolve("another request"), 0));
  assert.equal(await Promise.race([page, another]), "another request");
  const html = String(await (await page).body);
  assert.match(html, /4000 earlier lines are left out/);
  assert.match(html, />4001 x/);
  assert.match(html, /follow\?after=5000"/);
});
