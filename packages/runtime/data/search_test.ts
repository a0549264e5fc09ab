import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createDefinition } from "../behavior/definitions/create.ts";
import { modelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import type { DataRecord } from "./record.ts";
import { queryData } from "./search.ts";
import type { DataOwner } from "./store/folder.ts";
import { writeVersion } from "./store/write.ts";

/** Two behaviors with data: `hello` has three versions of `main` and a log, `other` one of `main`. */
async function filled() {
  const greeter = await greeterRepository(modelText("        return {};"));
  const { repository } = greeter;
  const type = "@acme/greeter";
  const other = await createDefinition(repository, { type, name: "other" });
  const { findDefinition } = await import("../repository/definitions/find.ts");
  const hello = await findDefinition(repository, "hello");
  const write = (
    owner: DataOwner,
    name: string,
    content: unknown,
    more: { contentType?: string; lifetime?: string; deleted?: boolean } = {},
  ) =>
    writeVersion(
      repository,
      owner,
      {
        name,
        contentType: more.contentType ?? "application/json",
        lifetime: more.lifetime ?? "infinite",
        garbageCollection: 10,
        streaming: false,
        tags: { type: more.contentType ? "file" : "resource", specName: "greeting", version: "x" },
        ownerDefinition: { ownerType: "model-method", ownerRef: owner.id },
        lifecycle: more.deleted ? "deleted" : "active",
      },
      new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)),
    );
  const mine = { type, id: hello.definition.id };
  for (const count of [1, 2, 3]) await write(mine, "main", { text: "hi", count, share: count / 2 });
  await write(mine, "log", "a line\n", { contentType: "text/plain" });
  await write(mine, "gone", { text: "x" }, { deleted: true });
  await write({ type, id: other.id }, "main", { text: "bye", list: [1, 2] });
  return greeter;
}

Deno.test("a predicate that names version includes history, a tag of that name does not", async () => {
  await using greeter = await filled();
  const versions = (predicate: string) =>
    queryData(greeter.repository, { predicate, select: "version" });
  deepEqual(await versions('version >= 0 && name == "main" && modelName == "hello"'), [1, 2, 3]);
  deepEqual(await versions('tags.version == "x" && modelName == "hello"'), [1, 3]);
  deepEqual(await versions('name == "version"'), []);
});

Deno.test("without select the whole records come, with their content", async () => {
  await using greeter = await filled();
  const [record] = await queryData(greeter.repository, {
    predicate: 'name == "main" && modelName == "hello"',
  }) as DataRecord[];
  deepEqual([record!.attributes, record!.content], [
    { text: "hi", count: 3, share: 1.5 },
    { text: "hi", count: 3, share: 1.5 },
  ]);
  deepEqual([record!.version, record!.isLatest, record!.dataType], [3, true, "resource"]);
  equal(record!.ownerRef, record!.modelId);
});

Deno.test("newest, live data of all behaviors is found, by what it holds too", async () => {
  await using greeter = await filled();
  deepEqual(
    await queryData(greeter.repository, {
      predicate:
        'name == "gone" || dataType == "file" || attributes.count == 3 || has(attributes.list)',
      select: 'modelName + "/" + name',
    }),
    ["hello/log", "hello/main", "other/main"],
  );
});

Deno.test("a query finds the same in a process of its own as in svc itself", async () => {
  await using greeter = await filled();
  const { repository } = greeter;
  const own = (text: string) => `(${text}) && [1].all(x, x == 1)`;
  const predicates = [
    "true",
    'modelName == "hello" && dataType == "file"',
    'tags.specName == "greeting" && version >= 2',
    "has(attributes.count) && attributes.share * 2 == 3.0",
    'content == "a line\\n" && ns == ""',
  ];
  for (const predicate of predicates) {
    for (const select of [undefined, "[size, ns, tags.type]", '{"of": modelName, "is": content}']) {
      const here = await queryData(repository, { predicate, select });
      deepEqual(await queryData(repository, { predicate: own(predicate), select }), here);
      ok(here.length > 0, predicate);
    }
  }
  for (const predicate of ["attributes.text > 3", 'name.matches("(")']) {
    await rejects(
      queryData(repository, { predicate: own(predicate) }),
      refusal("invalid_argument", /cannot be evaluated for '\w+' of '\w+'/),
    );
  }
});

Deno.test("an unknown field is refused even when there is no data", async () => {
  await using greeter = await greeterRepository(modelText("        return {};"));
  const { repository } = greeter;
  deepEqual(await queryData(repository, { predicate: "true" }), []);
  await rejects(queryData(repository, { predicate: "nme == 1" }), refusal("invalid_argument"));
});

Deno.test("an expression that would run for ages is ended and holds nothing else up", async () => {
  await using greeter = await filled();
  const twice = (inner: string, name: string) => `[1,2,3,4,5,6,7,8,9].all(${name}, ${inner})`;
  let predicate = "true";
  for (let depth = 0; depth < 12; depth++) predicate = twice(predicate, `x${depth}`);
  await rejects(
    queryData(greeter.repository, { predicate }, { timeLimitMs: 300 }),
    refusal("timeout", /Narrow it down/),
  );
});
