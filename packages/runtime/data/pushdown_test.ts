import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { isSvcError } from "@svc/core/error";
import { emptyRepository, OWNER, version, writeBehavior } from "../testing/stored.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import type { Repository } from "../repository/repository.ts";
import { namesIn, ownerFolder, versionsIn } from "./store/folder.ts";
import { isLive } from "./store/item_state.ts";
import { readMetadata } from "./store/versions.ts";
import { openRunData } from "./store/run_data.ts";
import { parseExpression } from "./expression.ts";
import { pushdownOf } from "./pushdown.ts";
import { type DataRecord, dataRecord, withContent } from "./record.ts";
import { queryPage } from "./search.ts";
import { matches } from "./selection.ts";

const OTHER = { type: "@acme/other", id: "0d7c2f6e-0000-4000-8000-000000000001" };

async function filled(): Promise<AsyncDisposable & { repository: Repository }> {
  const empty = await emptyRepository();
  const { repository } = empty;
  for (const [name, owner] of [["hello", OWNER], ["help", OTHER]] as const) {
    await writeBehavior(repository, name, owner);
    const data = await openRunData(repository, owner);
    const mine = { ownerDefinition: { ownerType: "model-method", ownerRef: owner.id } } as const;
    const tags = { type: "resource", specName: "thing", modelName: name };
    await data.write([
      version("a", { n: 1 }, mine),
      version("a", { n: 2 }, { ...mine, tags: { ...tags, team: "core" } }),
      version("ab", { text: "x" }, { ...mine, tags: { ...tags, specName: "é" } }),
      version("é", [1], { ...mine, lifetime: "30d", tags: { type: "file", team: "", "a-b": "1" } }),
      version("gone", 1, mine),
    ]);
    await data.markDeleted(["gone"], "x");
  }
  return empty;
}

/** All live records, straight from the files. */
async function recordsOf(repository: Repository, history: boolean): Promise<DataRecord[]> {
  const records: DataRecord[] = [];
  for (const name of ["hello", "help"]) {
    const found = await findDefinition(repository, name);
    const folder = ownerFolder(repository, { type: found.type, id: found.definition.id });
    for (const item of namesIn(folder)) {
      const versions = versionsIn(`${folder}/${item}`);
      for (const version of history ? versions : versions.slice(-1)) {
        const metadata = (await readMetadata(`${folder}/${item}`, version))!;
        if (!isLive(metadata)) continue;
        records.push(
          withContent(repository, dataRecord(found, metadata, version === versions.at(-1))),
        );
      }
    }
  }
  return records;
}

const text = fc.constantFrom("a", "ab", "é", "e\u0301", "", "hello", "thing", "core", "2026", "%");
const quoted = text.map((value) => JSON.stringify(value));
const field = fc.constantFrom(
  ...["name", "specName", "dataType", "contentType", "lifetime", "createdAt", "modelName"],
  ...["modelType", "modelId", "ownerType", "tags.team", "tags.specName", 'tags["a-b"]'],
);
const part = fc.oneof(
  fc.tuple(field, quoted).map(([one, value]) => `${one} == ${value}`),
  fc.tuple(field, quoted).map(([one, value]) => `${value} == ${one}`),
  fc.tuple(field, quoted).map(([one, value]) => `${one}.startsWith(${value})`),
  fc.tuple(field, fc.array(quoted, { minLength: 1, maxLength: 3 }))
    .map(([one, values]) => `${one} in [${values.join(", ")}]`),
  fc.tuple(fc.constantFrom("<", "<=", ">", ">=", "=="), quoted)
    .map(([operator, value]) => `createdAt ${operator} ${value}`),
  fc.tuple(fc.constantFrom("<", "<=", ">", ">=", "=="), fc.constantFrom("1", "2", "-1"))
    .map(([operator, value]) => `version ${operator} ${value}`),
  fc.tuple(fc.constantFrom("<", "<=", ">", ">="), fc.constantFrom("1", "2"))
    .map(([operator, value]) => `${value} ${operator} version`),
  fc.constantFrom("isLatest", "!isLatest", "isLatest == false", "attributes.n == 2", "size > 3"),
  fc.constantFrom("attributes.text > 1", "has(attributes.n)", 'content == "x"', "attributes.n"),
);
const predicate = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    part,
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a}) && (${b})`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a}) || (${b})`),
    tie("any").map((one) => `!(${one})`),
  ),
})).any;

Deno.test("a query by the index finds what it would without one, and refuses no more", async () => {
  await using one = await filled();
  const { repository } = one;
  const records = {
    newest: await recordsOf(repository, false),
    all: await recordsOf(repository, true),
  };
  let found = 0;
  await fc.assert(
    fc.asyncProperty(predicate, async (text) => {
      const { fields } = parseExpression(text, "predicate");
      const among = fields.has("version") ? records.all : records.newest;
      const expected = refusalOr(() =>
        matches(among, { predicate: text }).map(({ index }) => among[index])
      );
      const { results, total } = await queryPage(repository, { predicate: text }).catch((error) => {
        if (!isSvcError(error)) throw error;
        return { results: error.code, total: undefined };
      });
      // The index leaves out records without the tag that is asked for, CEL may fail at them before.
      const wanted = typeof expected === "string" && Array.isArray(results)
        ? among.filter((one) => refusalOr(() => matches([one], { predicate: text })).length === 1)
        : expected;
      deepEqual(results, wanted, text);
      if (Array.isArray(results)) equal(total, results.length);
      found += total ?? 0;
    }),
    { numRuns: 150 },
  );
  ok(found > 100, `${found} found`);
});

/** What it gives, or the code with which it refuses. */
function refusalOr<Value>(body: () => Value): Value | string {
  try {
    return body();
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.code;
  }
}

Deno.test("simple comparisons that all have to hold go to the index, and no others", () => {
  const taken = (text: string) => {
    const { conditions, mayMatch } = pushdownOf(parseExpression(text, "predicate").ast);
    const model = { modelName: "hello", modelId: "id", modelType: "@acme/thing" };
    return [conditions.length, mayMatch(model)];
  };
  deepEqual(taken('name == "a" && (size > 3 && specName.startsWith("t")) && tags.x == "y"'), [
    3,
    true,
  ]);
  deepEqual(taken('modelName == "other" && attributes.n > 1'), [0, false]);
  deepEqual(taken('modelName.startsWith("he") && modelType == "@acme/thing"'), [0, true]);
  deepEqual(taken('modelName.startsWith("other")'), [0, false]);
  for (
    const text of [
      'name == "a" || name == "b"',
      '!(name == "a")',
      "name == specName",
      'name.endsWith("a")',
      'name == "a\\u0000"',
      'tags["a b"] == "x"',
      "version == size",
      'name in ["a", "b"]',
      'createdAt > "2026"',
    ]
  ) deepEqual(taken(text), [0, true], text);
});

Deno.test("of many results a limit shows the first and counts all", async () => {
  await using one = await filled();
  const { results, total } = await queryPage(one.repository, { predicate: "true" }, { limit: 2 });
  deepEqual([results.length, total], [2, 6]);
});
