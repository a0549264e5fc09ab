import { deepEqual, equal, rejects } from "node:assert/strict";
import { getData, listData, listVersions } from "../data/mod.ts";
import { modelText, zodModelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../testing/repository.ts";
import { runMethod } from "./run.ts";

/** A greeter whose method `greet` runs `body`, and has these words beside its description. */
function greeterWith(body: string, words = ""): Promise<TestRepository> {
  return greeterRepository(
    modelText(`        const c = context;\n        const write = (name: string, text: string) =>
          c.writeResource("greeting", name, { text });\n${body}`).replace(
      'description: "Says hello",',
      `$& ${words}`,
    ),
  );
}

async function names({ repository }: TestRepository): Promise<string[]> {
  const { groups } = await listData(repository, "hello");
  return groups.flatMap(({ items }) => items.map(({ name, version }) => `${name} ${version}`))
    .sort();
}

Deno.test("a batch is written in the order given, and what has not changed gets no version", async () => {
  await using greeter = await greeterWith(`
    const items = Array.from({ length: 1203 }, (_, index) =>
      ({ name: "item" + index, data: { text: index === 700 ? args.name : "same" } }));
    const handles = await c.writeResources("greeting", items);
    const wrong = handles.findIndex(({ name }: { name: string }, index: number) => name !== "item" + index);
    await write("seen", JSON.stringify([handles.length, wrong, handles[700].version, handles[0].version,
      handles[0].attributes, (await c.readResource("item700")).text]));`);
  const { repository } = greeter;
  const seen = async () =>
    JSON.parse(((await getData(repository, "hello", "seen")).content as { text: string }).text);
  await greeter.greet({ name: "one" });
  deepEqual(await seen(), [1203, -1, 1, 1, { text: "same" }, "one"]);
  await greeter.greet({ name: "two" });
  deepEqual(await seen(), [1203, -1, 2, 1, { text: "same" }, "two"]);
  equal((await listVersions(repository, "hello", "item1")).total, 1);
});

Deno.test("a batch in which one does not fit a strict schema is refused whole, naming each that does not", async () => {
  const model = zodModelText(`        await context.writeResources("greeting", [
          { name: "good", data: { text: "x" } },
          { name: "bad", data: { text: 7 } },
          { name: "worse", data: null },
        ]);`);
  await using greeter = await greeterRepository(
    model.replace("z.object({ text", "z.strictObject({ text"),
  );
  await rejects(
    greeter.greet(),
    refusal(
      "output_invalid",
      /'bad' does not match.*text must be a string, .*\n.*'worse' does not match/s,
    ),
  );
  deepEqual(await names(greeter), []);
});

const BATCHES: [what: string, items: string, code: "output_invalid", message: RegExp][] = [
  [
    "of a prototype's name",
    `[{ name: "__proto__", data: { text: "x" } }]`,
    "" as "output_invalid",
    /./,
  ],
  [
    "of names that escape",
    `[{ name: "../x", data: { text: "x" } }]`,
    "invalid_name" as "output_invalid",
    /./,
  ],
  [
    "of no names",
    `[{ data: { text: "x" } }]`,
    "invalid_argument" as "output_invalid",
    /list of objects with name/,
  ],
];
for (const [what, items, code, message] of BATCHES) {
  Deno.test(`a batch ${what} is ${code === ("" as string) ? "written as any other" : "refused"}`, async () => {
    await using greeter = await greeterWith(`    await c.writeResources("greeting", ${items});`);
    if (code === ("" as string)) {
      await greeter.greet();
      deepEqual(await names(greeter), ["__proto__ 1"]);
      deepEqual((await getData(greeter.repository, "hello", "__proto__")).content, { text: "x" });
    } else {
      await rejects(greeter.greet(), refusal(code, message));
      deepEqual(await names(greeter), []);
    }
  });
}

Deno.test("a resource that is too large for a message fails the run, and svc does not hold it", async () => {
  await using greeter = await greeterWith(`
    await c.writeResources("greeting", [{ name: "small", data: { text: "x" } },
      { name: "large", data: { text: "x".repeat(70_000_000) } }]);`);
  await rejects(greeter.greet(), refusal("run_failed", /more than 64 MB in one line/));
  deepEqual(await names(greeter), ["small 1"]);
});

Deno.test("of a run that fails, a method with rollbackOnFailure keeps nothing, and sees it meanwhile", async () => {
  await using greeter = await greeterWith(
    `    await write("main", args.name);
        await (await c.createFileWriter("log", "file")).writeText("a line");
        const read = (await c.readResource("main")).text;
        const bytes = await c.dataRepository.getContent(c.modelType, c.modelId, "file");
        const listed = (await c.dataRepository.findAllForModel(c.modelType, c.modelId)).length;
        c.logger.info([read, new TextDecoder().decode(bytes), listed].join());
        if (args.name === "fail") throw new Error("at last");`,
    "rollbackOnFailure: true,",
  );
  const { repository } = greeter;
  const lines: string[] = [];
  const written: string[] = [];
  const onEvent = (event: { kind: string; text?: string; artifact?: { name: string } }) => {
    if (event.kind === "output") lines.push(event.text!);
    if (event.kind === "data") written.push(event.artifact!.name);
  };
  await rejects(
    greeter.greet({ name: "fail" }, { onEvent }),
    refusal("run_failed", /at last/, /discards the data of a failed run/),
  );
  deepEqual([lines, written, await names(greeter)], [["fail,a line,2"], [], []]);
  const { dataArtifacts } = await greeter.greet({ name: "good" }, { onEvent });
  deepEqual(dataArtifacts.map(({ name }) => name), ["main", "file"]);
  deepEqual(written, ["main", "file"]);
  await rejects(greeter.greet({ name: "fail" }), refusal("run_failed"));
  deepEqual(await names(greeter), ["file 1", "main 1"]);
  deepEqual((await getData(repository, "hello", "main")).content, { text: "good" });
});

Deno.test("a run that is stopped or refused keeps nothing either, when its method rolls back", async () => {
  const words = "rollbackOnFailure: true,";
  await using slow = await greeterWith(`    await write("main", "x"); for (;;);`, words);
  await rejects(
    slow.greet(undefined, { timeLimitMs: 3000 }),
    refusal("timeout", /discards the data of a failed run/),
  );
  deepEqual(await names(slow), []);
  await using refused = await greeterWith(
    `    await write("main", "x"); try { await c.writeResource("none", "y", {}); } catch {}`,
    words,
  );
  await rejects(refused.greet(), refusal("undeclared_output"));
  deepEqual(await names(refused), []);
});

const KINDS = `
        if (args.name === "create") await write("main", "alive");
        else if (args.name === "file") await (await c.createFileWriter("log", "file")).writeText("kept");`;

Deno.test("a delete method marks what its resources hold, and nothing is left to read or update until it is created again", async () => {
  const text = modelText(
    `        const c = context;\n        const write = (name: string, text: string) =>
          c.writeResource("greeting", name, { text });\n${KINDS}`,
  );
  const method = text.slice(text.indexOf("    greet: {"), text.lastIndexOf("  },\n};"));
  const others = ["get", "update", "destroy"].map((name) => method.replace("greet:", `${name}:`));
  await using greeter = await greeterRepository(text.replace(method, method + others.join("")));
  const { repository } = greeter;
  const run = (name: string) =>
    runMethod(repository, { definition: "hello", method: name, inputs: { name: "Ada" } });
  await run("get");
  await greeter.greet({ name: "create" });
  await greeter.greet({ name: "file" });
  await run("update");
  await run("destroy");
  await rejects(getData(repository, "hello", "main"), refusal("data_not_found"));
  const mark = await getData(repository, "hello", "main", { version: 2 });
  const { text: last, deletedAt, deletedByMethod } = mark.content as Record<string, string>;
  deepEqual([mark.lifecycle, last, deletedByMethod, Date.parse(deletedAt!) > 0], [
    "deleted",
    "alive",
    "destroy",
    true,
  ]);
  equal((await getData(repository, "hello", "file")).content, "kept");
  for (const name of ["get", "update"]) {
    await rejects(run(name), refusal("data_not_found", /hello was deleted on .* nothing to/));
  }
  await run("destroy");
  equal((await listVersions(repository, "hello", "main")).total, 2);
  await greeter.greet({ name: "create" });
  await run("get");
});
