import { deepEqual, equal } from "node:assert/strict";
import { emptyRepository, OWNER, version } from "../../testing/stored.ts";
import { ownerFolder } from "../../data/store/folder.ts";
import { writeVersions } from "../../data/store/write.ts";
import { handlesOf } from "./handle.ts";

const written = (name: string, id: string) => ({
  id,
  name,
  version: 1,
  specName: "thing",
  kind: "resource" as const,
});

Deno.test("a report gets the contents of the first 4 MB, and all names, kinds and sizes", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const contents: [name: string, content: unknown][] = [
    ["small", 1],
    ["large", "x".repeat(3_900_000)],
    ["beyond", "x".repeat(200_000)],
    ["small-beyond", 2],
  ];
  const all = await writeVersions(repository, OWNER, contents.map((one) => version(...one)));
  const handles = await handlesOf(
    repository,
    OWNER,
    all.map(({ name, id }) => written(name, id)),
  );
  deepEqual(
    handles.map(({ name, attributes, metadata }) => [
      name,
      attributes !== undefined,
      Object.keys(metadata).length > 0,
    ]),
    [
      ["small", true, true],
      ["large", true, true],
      ["beyond", false, false],
      ["small-beyond", false, false],
    ],
  );
  deepEqual(handles[3], {
    name: "small-beyond",
    specName: "thing",
    kind: "resource",
    dataId: all[3]!.id,
    version: 1,
    size: 1,
    tags: { type: "resource", specName: "thing" },
    metadata: {},
  });
});

Deno.test("what a run wrote and is gone again has no handle", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const all = await writeVersions(repository, OWNER, [version("a", 1), version("b", 1)]);
  await Deno.remove(`${ownerFolder(repository, OWNER)}/a`, { recursive: true });
  const handles = await handlesOf(repository, OWNER, all.map(({ name, id }) => written(name, id)));
  deepEqual(handles.map(({ name }) => name), ["b"]);
  equal(handles[0]!.attributes, 1);
});
