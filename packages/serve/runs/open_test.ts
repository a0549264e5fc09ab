import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { ended, eventsOf, testRuns } from "../testing/real_runs.ts";

Deno.test("a run is queued, runs, and ends with what svc behavior run prints", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using serving = await testRuns(greeter.repository);
  const queued = await serving.runs.submit(serving.order());
  match(queued.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  ok(["queued", "running"].includes(queued.status));
  const run = await ended(serving.runs, queued.id);
  equal(run.status, "succeeded", JSON.stringify(run.error));
  equal(run.result?.methodName, "greet");
  deepEqual(run.result?.dataArtifacts[0]?.attributes, { text: "Hello Ada" });
  equal(run.result?.initiatedBy, "token:ci");
  equal(run.outputId, run.result?.outputId);
  const events = await eventsOf(serving.runs, run.id);
  deepEqual(events.map(({ seq, event }) => [seq, event.kind]), [
    [1, "queued"],
    [2, "started"],
    [3, "data"],
    [4, "checks"],
    [5, "origin"],
    [6, "completed"],
    [7, "ended"],
  ]);
  deepEqual(run.origin?.caller, { by: "token:ci", trigger: "api" });
  deepEqual([run.origin?.extension?.name, run.origin?.extension?.from], ["@acme/greeter", "local"]);
});

Deno.test("where runs of an earlier version come from is not known", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using serving = await testRuns(greeter.repository);
  const { id } = await serving.runs.submit(serving.order());
  ok((await ended(serving.runs, id)).origin);
  serving.state.database.exec("DELETE FROM run_origins");
  equal(serving.runs.get(id)?.origin, undefined);
});

Deno.test("what is written alongside a run is there with it, or neither is", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using serving = await testRuns(greeter.repository);
  const { database } = serving.state;
  database.exec("CREATE TABLE noted (run TEXT PRIMARY KEY) STRICT");
  const note = database.prepare("INSERT INTO noted VALUES (?)");
  const noted = () => database.prepare("SELECT run FROM noted").all().map(({ run }) => run);
  const { id } = await serving.runs.submit(serving.order(), (run) => void note.run(run));
  deepEqual(noted(), [id]);
  await ended(serving.runs, id);
  await rejects(
    serving.runs.submit(serving.order(), (run) => {
      note.run(run);
      throw new Error("not after all");
    }),
    /not after all/,
  );
  deepEqual(noted(), [id]);
  deepEqual(serving.runs.list({ visible: () => true, limit: 10 }).map((run) => run.id), [id]);
});
