import { deepEqual, equal, match } from "node:assert/strict";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { eventLines, runServer, START } from "../../testing/run_server.ts";

Deno.test("a run is started, followed to its end, and shown with its result", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const started = await server.ask(START, "ada", { body: { inputs: { name: "Ada" } } });
  equal(started.status, 202);
  const run = await started.json();
  equal(started.headers.get("location"), `/api/v1/runs/${run.id}`);

  const events = await server.ask(`/api/v1/runs/${run.id}/events`, "ada");
  equal(events.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const seen = await eventLines(events);
  deepEqual(seen.map(({ id, event }) => [id, event]), [
    ["1", "queued"],
    ["2", "started"],
    ["3", "data"],
    ["4", "checks"],
    ["5", "origin"],
    ["6", "completed"],
    ["7", "ended"],
  ]);
  const got = await (await server.ask(`/api/v1/runs/${run.id}`, "ada")).json();
  equal(got.status, "succeeded");
  match(got.result.logFile, /^\.svc\/.*\.log$/, "as it is from the repository on");
  const told = JSON.stringify([seen, got]);
  equal(told.includes(greeter.repository.root), false, "where the repository lies is not told");
  equal(got.initiatedBy, "token:ada");
});

Deno.test("a run is one request when it waits for the end, with 1000 inputs at most", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const run = await (await server.ask(`${START}?wait=60`, "ada", {
    body: { inputs: { name: "Ada" } },
  })).json();
  equal(run.status, "succeeded");
  deepEqual(run.result.dataArtifacts[0].attributes, { text: "Hello Ada" });
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`k${n}`, n]));
  const refused = await server.ask(START, "ada", { body: { inputs: many } });
  equal(refused.status, 400);
  match(await refused.text(), /must have at most 1000 inputs/);
  const { runs, next } = await (await server.ask("/api/v1/runs", "ada")).json();
  deepEqual([runs.map(({ id }: { id: string }) => id), next], [[run.id], null]);
});

Deno.test("following goes on behind the last event that was seen, and is over behind the end", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const { id } = await (await server.ask(`${START}?wait=60`, "ada", {
    body: { inputs: { name: "Ada" } },
  })).json();
  const path = `/api/v1/runs/${id}/events`;
  const behind = async (response: Response) => (await eventLines(response)).map(({ id }) => id);
  deepEqual(await behind(await server.ask(`${path}?after=3`, "ada")), ["4", "5", "6", "7"]);
  const header = { headers: { "last-event-id": "5" } };
  deepEqual(await behind(await server.ask(`${path}?after=1`, "ada", header)), ["6", "7"]);
  const over = await server.ask(`${path}?after=7`, "ada");
  deepEqual([over.status, await over.text()], [204, ""]);
});
