import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { Repository } from "../../repository/repository.ts";
import { GREET, modelText, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../../testing/repository.ts";
import { readLog } from "./log.ts";
import { findRun, listRuns } from "./runs.ts";
import { writtenBy } from "./written.ts";

const FAILING = `        context.logger.info("about to fail");
        if (args.name === "nobody") throw new Error("nobody is there");
${GREET}`;

/** A repository whose behavior ran well, then failed. */
async function ranTwice(): Promise<TestRepository> {
  const greeter = await greeterRepository(modelText(FAILING));
  await greeter.greet({ name: "Ada" });
  await greeter.greet({ name: "nobody" }).catch(() => {});
  return greeter;
}

Deno.test("runs are listed newest first, with their behavior, method and how they ended", async () => {
  await using greeter = await ranTwice();
  const { results, limited } = await listRuns(greeter.repository);
  deepEqual(
    results.map(({ modelName, type, methodName, status }) => [modelName, type, methodName, status]),
    [
      ["hello", "@acme/greeter", "greet", "failed"],
      ["hello", "@acme/greeter", "greet", "succeeded"],
    ],
  );
  equal(limited, false);
});

Deno.test("a run that wrote very many is listed with how it ended, and found with all it wrote", async () => {
  await using greeter = await greeterRepository(
    modelText(`        const line = '      {"dataId":';
        await context.writeResources("greeting", Array.from({ length: 300 }, (_, n) =>
          ({ name: n === 7 ? line : "n" + n, data: { text: "x" } })));
        throw new Error(line);`),
  );
  const { repository } = greeter;
  await greeter.greet().catch(() => {});
  const { results: [listed] } = await listRuns(repository);
  deepEqual([listed!.status, listed!.modelName], ["failed", "hello"]);
  const found = await findRun(repository, listed!.id);
  equal(found.artifacts.dataArtifacts.length, 300);
  equal(found.artifacts.dataArtifacts[7]!.name, '      {"dataId":');
  match(found.error!.message, /\{"dataId":/);
});

Deno.test("a list is cut at its limit, and says that there is more", async () => {
  await using greeter = await ranTwice();
  const { results, limited } = await listRuns(greeter.repository, { limit: 1 });
  deepEqual([results.length, results[0]!.status, limited], [1, "failed", true]);
  equal((await listRuns(greeter.repository, { limit: 2 })).limited, false);
});

Deno.test("a list can be narrowed to a status, a method, a behavior and a time", async () => {
  await using greeter = await ranTwice();
  const { repository } = greeter;
  const count = async (filter: Parameters<typeof listRuns>[1]) =>
    (await listRuns(repository, filter)).results.length;
  equal(await count({ status: "failed" }), 1);
  equal(await count({ method: "greet" }), 2);
  equal(await count({ method: "gree" }), 0);
  equal(await count({ behavior: "hello" }), 2);
  const [newest] = (await listRuns(repository)).results;
  equal(await count({ since: new Date(newest!.startedAt) }), 1);
  equal(await count({ since: new Date(Date.parse(newest!.startedAt) + 1) }), 0);
  await rejects(listRuns(repository, { behavior: "nobody" }), refusal("definition_not_found"));
});

Deno.test("a run is found by its id, by the beginning of it, or as the newest of its behavior", async () => {
  await using greeter = await ranTwice();
  const { repository } = greeter;
  const [failed, succeeded] = (await listRuns(repository)).results;
  equal((await findRun(repository, succeeded!.id)).id, succeeded!.id);
  equal((await findRun(repository, succeeded!.id.slice(0, 8).toUpperCase())).id, succeeded!.id);
  equal((await findRun(repository, "hello")).id, failed!.id);
  deepEqual((await findRun(repository, "hello")).error, {
    message: (await findRun(repository, failed!.id)).error!.message,
    code: "run_failed",
  });
});

Deno.test("an id that several runs begin with, or none, is refused and says what to do", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await rejects(findRun(repository, "hello"), refusal("run_not_found", /has not run yet/));
  await rejects(findRun(repository, "abc"), refusal("run_not_found", /behavior history/));
  await plant(repository, "2026-11-21T10-00-00-000Z", {
    id: "abc11111-0000-4000-8000-000000000000",
  });
  await plant(repository, "2026-11-21T10-00-01-000Z", {
    id: "abc22222-0000-4000-8000-000000000000",
  });
  await rejects(
    findRun(repository, "abc"),
    refusal("invalid_argument", /Several runs begin with abc/),
  );
  equal((await findRun(repository, "abc2")).id, "abc22222-0000-4000-8000-000000000000");
  await rejects(findRun(repository, "ab"), refusal("run_not_found"));
});

Deno.test("what a run wrote is shown as it was then, also after later runs", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const { outputId } = await greeter.greet({ name: "Ada" });
  await greeter.greet({ name: "Eva" });
  const written = await writtenBy(repository, outputId);
  deepEqual(written.data, { text: "Hello Ada" });
  deepEqual([written.dataName, written.version, written.contentType], [
    "main",
    1,
    "application/json",
  ]);
  equal((await writtenBy(repository, outputId, { field: "text" })).data, "Hello Ada");
  await rejects(
    writtenBy(repository, outputId, { field: "txt" }),
    refusal("data_not_found", /It has: text/),
  );
  await rejects(
    writtenBy(repository, outputId, { name: "other" }),
    refusal("data_not_found", /It wrote: main/),
  );
});

Deno.test("a log is read by run or by behavior, whole or its last lines", async () => {
  await using greeter = await ranTwice();
  const { repository } = greeter;
  const { lines, lineCount, path } = await readLog(repository, "hello");
  equal(lines.length, lineCount);
  match(path, /^\.svc\/outputs\/@acme\/greeter\/greet\/.*\.log$/);
  match(lines[0]!, /\[INF\] greet: about to fail$/);
  match(lines.at(-1)!, /\[ERR\] greet: .*nobody is there/);
  deepEqual((await readLog(repository, "hello", 1)).lines, lines.slice(-1));
  const [, succeeded] = (await listRuns(repository)).results;
  equal((await readLog(repository, succeeded!.id)).lines.length, 1);
});

const RECORD = {
  id: "11111111-1111-4111-8111-111111111111",
  definitionId: "planted",
  methodName: "greet",
  status: "succeeded",
  startedAt: "2026-11-21T10:00:00.000Z",
  completedAt: "2026-11-21T10:00:01.000Z",
  durationMs: 1000,
  artifacts: { dataArtifacts: [] as unknown[] },
};

for (
  const [what, change] of Object.entries({
    "without an id": { id: undefined },
    "with a status that is none": { status: "running" },
    "with a time that is none": { startedAt: "yesterday" },
    "with a number for a method": { methodName: 7 },
  })
) {
  Deno.test(`a record ${what} came with the repository and is not a run`, async () => {
    await using greeter = await greeterRepository(modelText(GREET));
    await plant(greeter.repository, "2026-11-21T10-00-00-000Z", change);
    deepEqual((await listRuns(greeter.repository)).results, []);
  });
}

Deno.test("a record leads to no log and no data but those beside it", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await plant(repository, "2026-11-21T10-00-00-000Z", {
    logFile: "../../../../etc/passwd",
    artifacts: {
      dataArtifacts: [{ dataId: "x", name: "../../../x", version: 1, tags: {} }],
    },
  });
  const run = await findRun(repository, RECORD.id);
  match(run.logFile, /^\.svc\/outputs\/@acme\/greeter\/greet\/planted-/);
  deepEqual(run.artifacts.dataArtifacts, []);
  await rejects(
    readLog(repository, RECORD.id),
    refusal("run_not_found", /log of this run is missing/),
  );
});

Deno.test("a pipe in the place of a log keeps nobody waiting", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await plant(repository, "2026-11-21T10-00-00-000Z", {});
  const { logFile } = await findRun(repository, RECORD.id);
  await new Deno.Command("mkfifo", { args: [`${repository.root}/${logFile}`] }).output();
  await rejects(readLog(repository, RECORD.id), refusal("run_not_found"));
});

async function plant(
  repository: Repository,
  stamp: string,
  change: Record<string, unknown>,
): Promise<void> {
  await writeFiles(`${repository.state}/outputs/@acme/greeter/greet`, {
    [`planted-${stamp}.yaml`]: JSON.stringify({ ...RECORD, ...change }),
  });
}
