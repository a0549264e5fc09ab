import { deepEqual, equal, match } from "node:assert/strict";
import { getData, listData, listVersions } from "../data/mod.ts";
import { GREET, modelText } from "../testing/extension.ts";
import { greeterRepository } from "../testing/repository.ts";
import type { RunEvent } from "./calls/event.ts";

Deno.test("describe, create, run with writeResource and data get work end to end", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const events: RunEvent[] = [];
  const result = await greeter.greet({ name: "Ada" }, { onEvent: (event) => events.push(event) });
  equal(result.status, "succeeded");
  deepEqual(result.dataArtifacts.map(({ name, attributes }) => ({ name, attributes })), [
    { name: "main", attributes: { text: "Hello Ada" } },
  ]);
  deepEqual(events.map((event) => event.kind), [
    "started",
    "data",
    "checks",
    "origin",
    "completed",
  ]);

  const { repository } = greeter;
  const item = await getData(repository, "hello", "main");
  deepEqual(item.content, { text: "Hello Ada" });
  equal(item.version, 1);
  equal(item.modelType, "@acme/greeter");
  deepEqual(item.tags, {
    type: "resource",
    specName: "greeting",
    modelName: "hello",
    initiatedBy: "ghost",
  });
  equal(await Deno.readTextFile(`${repository.root}/${item.contentPath}`), '{"text":"Hello Ada"}');
  deepEqual(
    (await listData(repository, "hello")).groups.map(({ type, items }) => [type, items.length]),
    [["resource", 1]],
  );
  match(await Deno.readTextFile(result.logFile.replace(/log$/, "yaml")), /"status": "succeeded"/);
});

Deno.test("each run adds a version, and only the declared number is kept", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  for (const name of ["a", "b", "c", "d"]) await greeter.greet({ name });
  const { versions } = await listVersions(greeter.repository, "hello", "main");
  deepEqual(versions.map(({ version, isLatest }) => [version, isLatest]), [
    [4, true],
    [3, false],
    [2, false],
  ]);
});
