import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { getData, listVersions } from "../data/mod.ts";
import { reportsAfter } from "./reports/after_method.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../testing/repository.ts";
import { reportText } from "../testing/reporting.ts";
import { memoryVaults } from "../testing/memory_vaults.ts";
import { inputsFor, scriptedModel } from "../testing/scripted_greeter.ts";
import type { RunOptions } from "./request.ts";

const LOOKS = `checks: { looks: { description: "Looks", execute: async (c: any) => {
    const { items } = await c.listResources("note", { prefix: "seen-by-check" });
    const [seen] = await c.readResources(["seen-by-check"]);
    return { pass: items.length === 0 || seen?.text === items[0].attributes.text };
  } } },`;

const REPORT = reportText(
  `    const seen = [];
    let after;
    do {
      const page = await context.listResources("note", { limit: 2, ...(after ? { after } : {}) });
      seen.push(page.items.map((item: any) => item.name + "=" + item.attributes.text).join());
      after = page.next;
    } while (after !== null);
    const read = await context.readResources(["b", "none"]);
    return { markdown: "x", json: { seen, read } };`,
  { scope: "model" },
);

/** A type with two outputs, whose runs do what they are told and give what they saw. */
async function notes(): Promise<
  TestRepository & { seen(body: string, options?: RunOptions): Promise<unknown> }
> {
  const model = scriptedModel()
    .replace(
      "  resources: {",
      `  reports: ["@acme/summary"],
  ${LOOKS}
  resources: {
    note: {
      description: "A note",
      schema: z.object({ text: z.string(), key: z.string().meta({ sensitive: true }).optional() }),
      lifetime: "infinite",
      garbageCollection: 2,
    },`,
    );
  const greeter = await greeterRepository(model, {
    manifest: "reports:\n  - summary.ts\n",
    files: { "summary.ts": REPORT },
  });
  return {
    ...greeter,
    async seen(body, options = {}) {
      const inputs = inputsFor(
        `const c = context;
        const note = (name, text = name) => ({ spec: "note", name, data: { text } });
        const names = (page) => [page.items.map(({ name }) => name).join(), page.next];
        const seen = await (async () => { ${body} })();
        await c.writeResource("greeting", "seen", { text: JSON.stringify(seen ?? null) });`,
      );
      await greeter.greet(inputs, { vaults: memoryVaults({ main: {} }).open, ...options });
      const { content } = await getData(greeter.repository, "hello", "seen");
      return JSON.parse((content as { text: string }).text);
    },
  };
}

Deno.test("a batch holds resources of several outputs, and what has not changed gets no version", async () => {
  await using own = await notes();
  const write = (text: string) =>
    own.seen(`
      const handles = await c.writeResources([note("a"), { spec: "greeting", name: "b", data: { text: "${text}" } },
        { ...note("c"), overrides: { tags: { mood: "good" } } }]);
      return handles.map((h) => [h.name, h.specName, h.version, h.attributes.text, h.tags.mood ?? ""].join(" "));`);
  deepEqual(await write("x"), ["a note 1 a ", "b greeting 1 x ", "c note 1 c good"]);
  deepEqual(await write("y"), ["a note 1 a ", "b greeting 2 y ", "c note 1 c good"]);
  equal((await listVersions(own.repository, "hello", "a")).total, 1);
});

const REFUSED: [what: string, items: string, code: string, message: RegExp][] = [
  [
    "with one name twice",
    `[note("a"), { spec: "greeting", name: "a", data: { text: "x" } }]`,
    "run_failed",
    /two resources named "a"; nothing was written/,
  ],
  [
    "with one name twice, 600 apart",
    `[note("a"), ...Array.from({ length: 600 }, (_, i) => note("n" + i)), note("a")]`,
    "run_failed",
    /two resources named "a"; nothing was written/,
  ],
  [
    "with an output that is not declared",
    `[note("a"), { ...note("b"), spec: "note2" }]`,
    "undeclared_output",
    /'note2'\. Declared: note, greeting/,
  ],
  [
    "with a file output",
    `[note("a"), { ...note("b"), spec: "log" }]`,
    "undeclared_output",
    /'log' is a file output/,
  ],
  ["without an output", `[{ name: "a", data: { text: "x" } }]`, "invalid_argument", /with name/],
  ["that is none", `"note"`, "run_failed", /takes an output and a list/],
];
for (const [what, items, code, message] of REFUSED) {
  Deno.test(`a batch ${what} is refused whole`, async () => {
    await using own = await notes();
    await rejects(
      own.seen(`await c.writeResources(${items});`),
      refusal(code as "run_failed", message),
    );
    await rejects(getData(own.repository, "hello", "a"), refusal("data_not_found"));
  });
}

Deno.test("who goes around the context's own side is refused a name twice as well", async () => {
  await using own = await notes();
  await rejects(
    own.seen(`
      const has = Set.prototype.has;
      Set.prototype.has = () => false;
      try { await c.writeResources([note("a"), note("a")]); } finally { Set.prototype.has = has; }`),
    refusal("output_invalid", /two resources named 'a'/),
  );
});

Deno.test("a mixed batch keeps the secrets of each output in a vault, and only reading gives them back", async () => {
  await using own = await notes();
  const vaults = memoryVaults({ main: {} });
  const seen = await own.seen(
    `await c.writeResources([{ spec: "note", name: "a", data: { text: "x", key: "s3cret-of-a" } },
        { spec: "greeting", name: "b", data: { text: "y" } }]);
      const [a, b] = await c.readResources(["a", "b"]);
      const { items: [listed] } = await c.listResources("note");
      return [a.key.length, b.text, listed.attributes.key.includes("vault.get("), listed.attributes.key.length > 30];`,
    { vaults: vaults.open },
  );
  deepEqual(seen, ["s3cret-of-a".length, "y", true, true]);
});

Deno.test("many are read in the order asked for, null for what is absent, with what the run has written", async () => {
  await using own = await notes();
  const seen = await own.seen(`
    await c.writeResources([note("a"), note("b")]);
    await c.writeResource("note", "a", { text: "newer" });
    await c.writeResource("note", "gone", { text: "x" });
    await c.deleteResource("gone");
    const read = await c.readResources(["b", "none", "a", "../a", "gone", "b", "__proto__", ""]);
    return [read.map((one) => one?.text ?? null), await c.readResources([])];`);
  deepEqual(seen, [["b", null, "newer", null, null, "b", null, null], []]);
});

Deno.test("100,000 names are read in messages of bounded size", async () => {
  await using own = await notes();
  const seen = await own.seen(`
    await c.writeResources(["n0", "n99999"].map((name) => note(name)));
    const read = await c.readResources(Array.from({ length: 100_000 }, (_, i) => "n" + i));
    return [read.length, read.filter((one) => one !== null).length, read[0].text, read[99_999].text];`);
  deepEqual(seen, [100_000, 2, "n0", "n99999"]);
});

Deno.test("names that are far too long are refused, and not as a message that is", async () => {
  await using own = await notes();
  await rejects(
    own.seen(`await c.readResources(Array(300).fill("x".repeat(1_000_000)));`),
    refusal("invalid_argument", /readResources: names must be a list of texts of at most 1000/),
  );
});

Deno.test("documents of 16 MB are read and listed, as many at a time as fit one message", async () => {
  await using own = await notes();
  const seen = await own.seen(
    `
    const long = "x".repeat(16_000_000);
    for (const name of ["d1", "d2", "d3"]) await c.writeResource("note", name, { text: long });
    await c.writeResource("note", "e", { text: "short" });
    const read = await c.readResources(["d3", "e", "d1"]);
    const pages = [];
    let after;
    do {
      const page = await c.listResources("note", { limit: 1000, after });
      pages.push(page.items.map((item) => item.name + item.attributes.text.length).join());
      after = page.next;
    } while (after !== null);
    return [read.map((one) => one.text.length), pages];`,
    { memoryLimitMb: 1000 },
  );
  deepEqual(seen, [[16_000_000, 5, 16_000_000], ["d116000000", "d216000000", "d316000000", "e5"]]);
});

Deno.test("a list gives pages by name, of one output, and says where the next begins", async () => {
  await using own = await notes();
  const seen = await own.seen(`
    await c.writeResources([..."p3 p1 p2 q1 P4".split(" ").map((name) => note(name)),
      { spec: "greeting", name: "p0", data: { text: "x" } }]);
    await (await c.createFileWriter("log", "p5")).writeText("x");
    const list = async (page) => names(await c.listResources("note", page));
    return [await list(), await list({ limit: 2 }), await list({ after: "p1", limit: 2 }), await list({ limit: 5 }),
      await list({ prefix: "p", limit: 2 }), await list({ prefix: "p", after: "p2" }), await list({ prefix: "p_" }),
      await list({ after: "q1" }), names(await c.listResources("greeting")), names(await c.listResources("log")),
      names(await c.listResources("none")), await list({ after: null, prefix: undefined, limit: 1000 })];`);
  deepEqual(seen, [
    ["P4,p1,p2,p3,q1", null],
    ["P4,p1", "p1"],
    ["p2,p3", "p3"],
    ["P4,p1,p2,p3,q1", null],
    ["p1,p2", "p2"],
    ["p3", null],
    ["", null],
    ["", null],
    ["p0", null],
    ["", null],
    ["", null],
    ["P4,p1,p2,p3,q1", null],
  ]);
});

Deno.test("a list sees what the run has written, replaced and deleted since the page before", async () => {
  await using own = await notes();
  await own.seen(`await c.writeResources(["a", "b", "c", "d"].map((name) => note(name, "old")));`);
  const seen = await own.seen(`
    const list = async (page) => (await c.listResources("note", page)).items
      .map((item) => item.name + "=" + item.attributes.text + " " + item.version).join();
    const before = await list();
    await c.writeResource("note", "b", { text: "new" });
    await c.deleteResource("c");
    await c.writeResources([note("e", "new"), note("d", "old")]);
    return [before, await list(), await list({ after: "b", limit: 1 })];`);
  deepEqual(seen, [
    "a=old 1,b=old 1,c=old 1,d=old 1",
    "a=old 1,b=new 2,d=old 1,e=new 1",
    "d=old 1",
  ]);
});

Deno.test("a record of a list has every field of a record of a query", async () => {
  await using own = await notes();
  const seen = await own.seen(`
    await c.writeResource("note", "a", { text: "x" });
    const [queried] = await c.queryData('name == "a"');
    const { items: [listed] } = await c.listResources("note");
    const sorted = (record) => JSON.stringify(Object.entries(record).sort());
    return sorted(queried) === sorted(listed);`);
  equal(seen, true);
});

Deno.test("names, ends and beginnings of any characters are compared by the characters' numbers", async () => {
  await using own = await notes();
  const seen = await own.seen(String.raw`
    await c.writeResources(["a%b", "a_b", "a'b", "a\"b;--", "aé", "ae\u0301", "a\u{1F600}", "a\uFFFD"].map((name) => note(name)));
    const list = async (page) => (await c.listResources("note", page)).items.map(({ name }) => name);
    const all = await list();
    const stepped = [];
    for (let after, page; page?.next !== null; after = page.next) {
      page = await c.listResources("note", { limit: 1, after });
      stepped.push(...page.items.map(({ name }) => name));
    }
    return [all, JSON.stringify(all) === JSON.stringify(stepped), await list({ prefix: "a%" }),
      await list({ prefix: "a_" }), await list({ prefix: "a'" }), await list({ prefix: "a\0" }),
      await list({ prefix: "\ud83d" }), await list({ after: "a\uFFFD" }), await list({ after: "\ud83d" }),
      (await list({ after: "\0" })).length, await list({ prefix: "a", after: "zzz" }),
      await list({ after: "x".repeat(1000) })];`);
  deepEqual(seen, [
    ['a"b;--', "a%b", "a'b", "a_b", "ae\u0301", "a\u00e9", "a\uFFFD", "a\u{1F600}"],
    true,
    ["a%b"],
    ["a_b"],
    ["a'b"],
    [],
    [],
    ["a\u{1F600}"],
    [],
    8,
    [],
    [],
  ]);
});

for (const limit of ["0", "-1", "1e9", "1001", "1.5", `"10"`, "NaN"]) {
  Deno.test(`a list with the limit ${limit} fails the run, also when that is swallowed`, async () => {
    await using own = await notes();
    await rejects(
      own.seen(
        `try { await c.listResources("note", { limit: ${limit} }); } catch { /* ignored */ }`,
      ),
      refusal("invalid_argument", /listResources: limit must be a whole number from 1 to 1000/),
    );
  });
}

Deno.test("what a run keeps in memory is read and listed with the rest, in order", async () => {
  await using own = await notes();
  const seen = await own.seen(`
    const brief = { overrides: { lifetime: "ephemeral" } };
    await c.writeResources([note("a"), note("c"), note("e"), note("b", "kept")]);
    await c.writeResources([{ ...note("b", "brief"), ...brief }, { ...note("d"), ...brief }]);
    const pages = [];
    for (let after, page; page?.next !== null; after = page.next) {
      page = await c.listResources("note", { limit: 2, after });
      pages.push(page.items.map((item) => item.name + "=" + item.attributes.text).join());
    }
    return [pages, (await c.readResources(["d", "b"])).map((one) => one.text)];`);
  deepEqual(seen, [["a=a,b=brief", "c=c,d=d", "e=e"], ["d", "brief"]]);
});

Deno.test("a report reads the pages of the behavior that it is about", async () => {
  await using own = await notes();
  await own.seen(
    `await c.writeResources(["a", "b", "c"].map((name) => note(name)));`,
    { reports: reportsAfter() },
  );
  const { content } = await getData(own.repository, "hello", "report-acme-summary-json");
  deepEqual(content, { seen: ["a=a,b=b", "c=c"], read: [{ text: "b" }, null] });
});

Deno.test("a check reads the same", async () => {
  await using own = await notes();
  const write = `await c.writeResource("note", "seen-by-check", { text: "x" });`;
  await own.seen(write);
  ok(await own.seen(write) === null);
});
