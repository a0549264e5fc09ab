import { deepEqual, equal, match } from "node:assert/strict";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { checkSeal } from "./seal.ts";
import { runFiles, type RunRecordInput } from "./record.ts";

const startedAt = new Date("2026-11-21T10:00:00.123Z");
const ABOUT = { type: "@acme/greeter", method: "greet", definitionId: "def", startedAt };

const RECORD: RunRecordInput = {
  id: "out",
  definitionId: "def",
  type: "@acme/greeter",
  typeVersion: "2026.01.02.3",
  methodName: "greet",
  status: "failed",
  startedAt,
  completedAt: new Date("2026-11-21T10:00:01.623Z"),
  definition: { name: "hello" },
  initiatedBy: "user:ada",
  origin: { commit: { id: "ff", dirty: false } },
  artifacts: [{
    id: "data",
    name: "main",
    version: 2,
    specName: "greeting",
    kind: "resource",
    size: 1,
    checksum: "ab",
    writtenAt: "2026-11-21T10:00:01.000000Z",
    attributes: { text: "not in the record" },
  }],
  reports: [],
  checks: [{ name: "owner", status: "failed", message: "nobody" }],
  error: { message: "no", code: "run_failed" },
};

Deno.test("the record of a run has the keys of runtime reference 2.6, and names its log", async () => {
  await using folder = await temporaryFolder();
  const files = runFiles(repositoryAt(folder.path), ABOUT);
  files.log("info", "one");
  await files.finish(RECORD);
  const record = JSON.parse(await Deno.readTextFile(files.logFile.replace(/log$/, "yaml")));
  const { provenance, logFile, pid, seal, ...rest } = record;
  equal(seal, undefined, "nobody is there whose key could make one");
  deepEqual(rest, {
    generation: 2,
    id: "out",
    definitionId: "def",
    methodName: "greet",
    status: "failed",
    startedAt: "2026-11-21T10:00:00.123Z",
    completedAt: "2026-11-21T10:00:01.623Z",
    durationMs: 1500,
    retryCount: 0,
    artifacts: {
      dataArtifacts: [{
        dataId: "data",
        name: "main",
        version: 2,
        checksum: "ab",
        writtenAt: "2026-11-21T10:00:01.000000Z",
        tags: { type: "resource", specName: "greeting" },
      }],
    },
    checks: [{ name: "owner", status: "failed", message: "nobody" }],
    origin: { commit: { id: "ff", dirty: false } },
    error: { message: "no", code: "run_failed" },
  });
  equal(`${folder.path}/${logFile}`, files.logFile);
  match(logFile, /^\.svc\/outputs\/@acme\/greeter\/greet\/def-2026-11-21T10-00-00-123Z\.log$/);
  equal(pid, Deno.pid);
  match(provenance.definitionHash, /^[0-9a-f]{64}$/);
  deepEqual([provenance.modelVersion, provenance.initiatedBy], ["2026.01.02.3", "user:ada"]);
});

const COUNTS = [0, 1, 2, 999, 1000, 1001, 2500];
for (const count of COUNTS) {
  Deno.test(`a record of ${count} outputs says each of them, whatever texts are in it`, async () => {
    await using folder = await temporaryFolder();
    const repository = { ...repositoryAt(folder.path), config: `${folder.path}/config` };
    const files = runFiles(repository, ABOUT);
    const [one] = RECORD.artifacts;
    const odd = '"dataArtifacts": [';
    const artifacts = Array.from({ length: count }, (_, index) => ({
      ...one!,
      name: `${odd} ${index}`,
      version: index + 1,
    }));
    const error = { message: odd, code: "run_failed" };
    await files.finish({ ...RECORD, id: odd, methodName: odd, artifacts, error });
    const text = await Deno.readTextFile(files.logFile.replace(/log$/, "yaml"));
    equal(await checkSeal(repository, text), "whole");
    equal(await checkSeal(repository, text.replace("greet", "other")), "changed");
    const record = JSON.parse(text);
    deepEqual([record.id, record.methodName, record.error], [odd, odd, error]);
    deepEqual(
      record.artifacts.dataArtifacts.map((each: Record<string, unknown>) => each["name"]),
      artifacts.map(({ name }) => name),
    );
  });
}

Deno.test("log lines are in the file as they come, so that a killed run leaves them", async () => {
  await using folder = await temporaryFolder();
  const files = runFiles(repositoryAt(folder.path), ABOUT);
  files.log("warning", "first");
  match(await Deno.readTextFile(files.logFile), /^\S+Z \[WRN\] greet: first\n$/);
  files.log("error", "second");
  match(await Deno.readTextFile(files.logFile), /\n\S+Z \[ERR\] greet: second\n$/);
  await files.finish(RECORD);
});
