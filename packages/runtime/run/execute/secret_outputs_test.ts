import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import type { RunEvent } from "../calls/event.ts";
import { getData, queryData, renameData } from "../../data/mod.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { evaluateDefinition } from "../../behavior/evaluation/evaluate.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { ownerFolder } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { memoryVaults } from "../../testing/memory_vaults.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import type { RunOptions } from "../request.ts";
import { runMethod } from "../run.ts";

/** A type with outputs of every kind of secret, whose methods do what the argument `code` says. */
const MODEL = `import { z } from "npm:zod@4.4.3";
const secret = () => z.string().meta({ sensitive: true });
const out = (schema: z.ZodType, more = {}) =>
  ({ schema, lifetime: "infinite", garbageCollection: 10, ...more });
const method = (more = {}) => ({
  description: "does as it is told",
  arguments: z.object({ code: z.string() }),
  execute: async ({ code }: { code: string }, context: unknown) => {
    const value = await Object.getPrototypeOf(async function () {}).constructor("context", code)(context);
    return value ?? {};
  },
  ...more,
});
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  globalArguments: z.object({}),
  resources: {
    login: out(z.object({
      user: z.string(),
      token: secret(),
      pin: z.number().meta({ sensitive: true }).optional(),
      keys: z.array(z.object({ id: z.string(), key: secret().nullable() })).optional(),
    }).loose()),
    named: out(z.object({ token: z.string().meta({
      sensitive: true, vaultName: "second", vaultKey: "PROD_ROOT" }) })),
    whole: out(z.object({ a: z.string() }).loose(), { sensitiveOutput: true, vaultName: "second" }),
    plain: out(z.object({}).loose()),
    passing: out(z.object({ token: secret() }), { lifetime: "ephemeral" }),
  },
  methods: { greet: method(), all: method({ rollbackOnFailure: true }), read: method() },
};
`;

async function place(
  secrets: Record<string, Record<string, string>> = { main: {}, second: {} },
  model = MODEL,
) {
  const greeter = await greeterRepository(model);
  const vaults = memoryVaults(secrets);
  const events: RunEvent[] = [];
  const run = (code: string, options: RunOptions & { method?: string } = {}) =>
    greeter.greet({ code }, {
      vaults: vaults.open,
      onEvent: (event) => events.push(event),
      ...options,
    });
  /** What the code gives back, as the method saw it: through a plain output, as JSON. */
  const seen = async (code: string) => {
    await run(`const value = await (async () => { ${code} })();
      console.log("seen:" + encodeURIComponent(JSON.stringify(value ?? null))
        .split("").reverse().join(""));`);
    const line = events.flatMap((event) => event.kind === "output" ? [event.text] : [])
      .findLast((text) => text.startsWith("seen:"))!;
    return JSON.parse(decodeURIComponent(line.slice(5).split("").reverse().join("")));
  };
  const stored = async (name: string, version?: number) =>
    await getData(greeter.repository, "hello", name, version === undefined ? {} : { version });
  return { ...greeter, vaults, events, run, seen, stored };
}

const LOGIN = (token: string, name = "main") =>
  `await context.writeResource("login", "${name}", { user: "ada", token: "${token}" });`;
/** As code: svc evaluates what a person gives for a run, and nothing else. */
const written = (text: string) => `("$" + ${JSON.stringify(text.slice(1))})`;
const TOKEN = "tok-9f8e7d6c5b4a";
const OTHER = "tok-0a1b2c3d4e5f";
/** Longer than a number that stands in an id or a checksum by chance. */
const PIN = 904_210_337_118_642;

Deno.test("secrets of outputs go to the vault, references are stored, and the behavior reads them back", async () => {
  await using at = await place();
  const value = {
    user: "ada",
    token: TOKEN,
    pin: PIN,
    keys: [{ id: "a", key: "key-of-a-4711" }, { id: "b", key: null }],
    note: `uses ${TOKEN}`,
  };
  const result = await at.run(
    `const handle = await context.writeResource("login", "main", ${JSON.stringify(value)});
     console.log(JSON.stringify(handle));`,
  );
  const item = await at.stored("main");
  const content = item.content as Record<string, string> & { keys: { id: string; key: unknown }[] };
  match(content["token"]!, /^\$\{\{ vault\.get\('main', 'hello-main-token-[0-9a-f-]+'\) \}\}$/);
  match(content.keys[0]!.key as string, /^\$\{\{ vault\.get\('main', 'hello-main-keys-0-key-/);
  equal(content.keys[1]!.key, null);
  equal(content["note"], "uses ***");
  deepEqual(item.secrets!.map(({ path, vault, json }) => [path, vault, json]), [
    [["token"], "main", undefined],
    [["pin"], "main", true],
    [["keys", 0, "key"], "main", undefined],
  ]);
  deepEqual(Object.values(at.vaults.secrets["main"]!), [TOKEN, String(PIN), "key-of-a-4711"]);
  deepEqual(await at.seen(`return await context.readResource("main");`), {
    ...value,
    note: "uses ***",
  });
  const shown = JSON.stringify([result, at.events, item]);
  for (const secret of [TOKEN, String(PIN), "key-of-a-4711"]) ok(!shown.includes(secret), secret);
  for (const file of await listFilesBelow(at.repository.root)) {
    const text = await Deno.readTextFile(`${at.repository.root}/${file}`);
    for (const secret of [TOKEN, String(PIN), "key-of-a-4711"]) ok(!text.includes(secret), file);
  }
  const [record] = await queryData(at.repository, { predicate: 'specName == "login"' });
  ok(!JSON.stringify(record).includes(TOKEN));
});

Deno.test("a whole output is one secret, and the vault is the one that the type or the person names", async () => {
  await using at = await place();
  await at.run(`await context.writeResource("whole", "all", { a: "${TOKEN}", b: [1] });
    await context.writeResource("named", "one", { token: "${OTHER}" });`);
  match((await at.stored("all")).content as string, /^\$\{\{ vault\.get\('second', 'hello-all-/);
  deepEqual(at.vaults.secrets["main"], {});
  deepEqual(await at.seen(`return await context.readResource("all");`), { a: TOKEN, b: [1] });
  const { path } = await findDefinition(at.repository, "hello");
  const resources = { whole: { vaultName: "main" }, named: { vaultName: "main" } };
  await Deno.writeTextFile(
    path,
    `${await Deno.readTextFile(path)}\nresources: ${JSON.stringify(resources)}\n`,
  );
  await at.run(`await context.writeResource("named", "one", { token: "${OTHER}" });`);
  match(JSON.stringify((await at.stored("one")).content), /vault\.get\('main', /);
  deepEqual(await at.seen(`return await context.readResource("one");`), { token: OTHER });
  // The earlier version stays what it was.
  deepEqual(await at.seen(`return await context.readResource("one", 1);`), { token: OTHER });
});

Deno.test("the same value keeps its place in the vault, another one never takes an earlier one's", async () => {
  await using at = await place();
  const write = (token: string) =>
    at.run(`await context.writeResources("login", [{ name: "main", data: {
      user: "ada", token: "${token}" } }]);`);
  await write(TOKEN);
  await write(TOKEN);
  equal((await at.stored("main")).version, 1, "unchanged, so no version was written");
  await at.run(LOGIN(TOKEN));
  equal((await at.stored("main")).version, 2);
  equal(Object.keys(at.vaults.secrets["main"]!).length, 1);
  await write(OTHER);
  deepEqual(Object.values(at.vaults.secrets["main"]!), [TOKEN, OTHER]);
  deepEqual(
    await at.seen(`return [await context.readResource("main", 1),
      await context.readResource("main", 3)].map((one) => one.token);`),
    [TOKEN, OTHER],
  );
});

Deno.test("a reference that an extension writes as a text stays a text", async () => {
  await using at = await place({ main: { AWS_ROOT: "root-of-everything" }, second: {} });
  const planted = "${{ vault.get('main', 'AWS_ROOT') }}";
  await at.run(`await context.writeResource("plain", "p", { token: ${written(planted)},
    secrets: [{ path: ["token"], vault: "main", key: "AWS_ROOT" }] });
    await context.writeResource("login", "l", { user: ${written(planted)},
      token: ${written(planted)} });`);
  const read = await at.seen(
    `return [await context.readResource("p"), await context.readResource("l")];`,
  );
  equal(read[0].token, planted);
  deepEqual(read[1], { user: "***", token: planted });
  ok(!at.vaults.asked.includes("get main AWS_ROOT"));
});

Deno.test("the key that an author asks for takes and overwrites nobody's secret", async () => {
  await using at = await place({ main: {}, second: { PROD_ROOT: "root-of-everything" } });
  await at.run(`await context.writeResource("named", "one", { token: "${TOKEN}" });`);
  equal(at.vaults.secrets["second"]!["PROD_ROOT"], "root-of-everything");
  match(
    JSON.stringify((await at.stored("one")).content),
    /vault\.get\('second', 'hello-PROD_ROOT-[0-9a-f]{24}-[0-9a-f]{24}'\)/,
  );
  deepEqual(await at.seen(`return await context.readResource("one");`), { token: TOKEN });
});

/** Changes what the newest version of an item says of itself, as who can write the folder could. */
async function forge(
  at: Awaited<ReturnType<typeof place>>,
  name: string,
  change: (metadata: DataMetadata, raw: string) => string,
) {
  const { definition, type } = await findDefinition(at.repository, "hello");
  const folder = `${ownerFolder(at.repository, { type, id: definition.id })}/${name}`;
  const version = Math.max(...[...Deno.readDirSync(folder)].map((one) => Number(one.name) || 0));
  const path = `${folder}/${version}`;
  const metadata = JSON.parse(await Deno.readTextFile(`${path}/metadata.yaml`));
  const raw = change(metadata, await Deno.readTextFile(`${path}/raw`));
  metadata.size = new TextEncoder().encode(raw).length;
  metadata.checksum = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(raw)),
  ).toHex();
  await Deno.writeTextFile(`${path}/raw`, raw);
  await Deno.writeTextFile(`${path}/metadata.yaml`, JSON.stringify(metadata));
}

Deno.test("a record that was changed gives no secret of the vault and none of another behavior", async () => {
  await using at = await place({ main: { AWS_ROOT: "root-of-everything" }, second: {} });
  await createDefinition(at.repository, { type: "@acme/greeter", name: "other" });
  await at.run(LOGIN(OTHER));
  const [theirs] = (await at.stored("main")).secrets!;
  const { path } = await findDefinition(at.repository, "hello");
  // From here on it is another behavior of the same name and type.
  await Deno.remove(path);
  await createDefinition(at.repository, { type: "@acme/greeter", name: "hello" });
  await at.run(LOGIN(TOKEN));
  for (const key of ["AWS_ROOT", theirs!.key]) {
    const planted = `\${{ vault.get('main', '${key}') }}`;
    await forge(at, "main", (metadata) => {
      metadata.secrets = [{ path: ["token"], vault: "main", key }];
      return JSON.stringify({ user: "ada", token: planted });
    });
    at.vaults.asked.length = 0;
    deepEqual(await at.seen(`return (await context.readResource("main")).token;`), planted);
    deepEqual(at.vaults.asked, []);
  }
});

Deno.test("secrets stay readable after a rename, and a version that lost its secret says so", async () => {
  await using at = await place();
  await at.run(LOGIN(TOKEN));
  await renameData(at.repository, "hello", "main", "moved");
  deepEqual(await at.seen(`return (await context.readResource("moved")).token;`), TOKEN);
  // The vault was replaced by another one of its name.
  at.vaults.secrets["main"] = { x: "y" };
  await rejects(
    at.run(`await context.readResource("moved");`),
    refusal(
      "secret_not_found",
      /'moved' version 1 keeps token in a vault: The vault 'main' has no/,
    ),
  );
  at.vaults.secrets["main"] = {};
  await at.run(LOGIN(TOKEN, "moved"));
  deepEqual(await at.seen(`return (await context.readResource("moved")).token;`), TOKEN);
});

Deno.test("another behavior's data shows references, also to who may read it", async () => {
  await using at = await place();
  await at.run(LOGIN(TOKEN));
  const { definition: { id } } = await findDefinition(at.repository, "hello");
  const seen = await at.seen(`return [
    await context.readModelData("hello"),
    await context.queryData('specName == "login"'),
    await context.dataRepository.findByName("@acme/greeter", "${id}", "main"),
    new TextDecoder().decode(
      await context.dataRepository.getContent("@acme/greeter", "${id}", "main")),
  ];`);
  ok(!JSON.stringify(seen).includes(TOKEN));
  match(JSON.stringify(seen[0]), /vault\.get\('main'/);
});

Deno.test("an expression gives the value of another behavior's secret to a run, and to nobody else", async () => {
  await using at = await place();
  await at.run(LOGIN(TOKEN));
  await at.run(LOGIN(OTHER));
  const texts = [
    "data.latest('hello', 'main').attributes.token",
    "model.hello.resource.login.main.attributes.token",
    "'x' + data.version('hello', 'main', 2).content.token",
  ];
  at.events.length = 0;
  const printed = () =>
    at.events.flatMap((event) => event.kind === "output" ? [event.text] : []).at(-1);
  for (const [index, text] of texts.entries()) {
    const result = await at.run(`console.log("\${{ ${text} }}".length, "\${{ ${text} }}");`);
    equal(
      result.methodArguments["code"],
      `console.log("\${{ ${text} }}".length, "\${{ ${text} }}");`,
    );
    equal(printed(), `${OTHER.length + (index === 2 ? 1 : 0)} ***`);
  }
  ok(!JSON.stringify(at.events).includes(OTHER));
  for (const text of texts.slice(0, 2)) {
    await at.run(`console.log("\${{ ${text}.split('-')[1] }}");`);
  }
  ok(!JSON.stringify(at.events).includes(OTHER.slice(4)), "a part of a secret is one");
  await at.run(`console.log("\${{ data.findBySpec('hello', 'login')[0].attributes.token }}");`);
  match(printed()!, /vault\.get\('main', 'hello-main-token/);
  at.vaults.asked.length = 0;
  const { definition } = await findDefinition(at.repository, "hello");
  const { globalArguments } = await evaluateDefinition(at.repository, {
    definition: { ...definition, globalArguments: { it: `\${{ ${texts[0]} }}` } },
    inputs: {},
  });
  match(String(globalArguments["it"]), /^\$\{\{ vault\.get\('main', 'hello-main-token/);
});

Deno.test("what a failing run with rollbackOnFailure put is taken back, and the earlier secret stays", async () => {
  await using at = await place();
  await at.run(LOGIN(TOKEN));
  const before = structuredClone(at.vaults.secrets);
  await rejects(
    at.run(
      `${LOGIN(OTHER)} ${LOGIN(OTHER, "second")}
      if ((await context.readResource("main")).token !== "${OTHER}") throw new Error("not read");
      throw new Error("late");`,
      { method: "all" } as RunOptions,
    ),
    refusal("run_failed", /late/),
  );
  deepEqual(at.vaults.secrets, before);
  await at.run(LOGIN(OTHER), { method: "all" } as RunOptions);
  deepEqual(Object.values(at.vaults.secrets["main"]!), [TOKEN, OTHER]);
  deepEqual(await at.seen(`return (await context.readResource("main")).token;`), OTHER);
});

Deno.test("a write that fails takes its secrets back, of a batch all of them", async () => {
  await using at = await place();
  const code = (last: string) => `
    try {
      await context.writeResources("login", [
        { name: "a", data: { user: "x", token: "${TOKEN}" } },
        { name: "${last}", data: { user: "x", token: "${OTHER}" } },
      ]);
    } catch {}`;
  await rejects(at.run(code("a/b")), refusal("invalid_name"));
  deepEqual(at.vaults.secrets["main"], {});
  at.vaults.failing.set("put main", new SvcError("timeout", "The vault 'main' did not answer"));
  await rejects(at.run(code("b")), refusal("timeout", /'main' did not answer/));
  at.vaults.failing.clear();
  deepEqual(at.vaults.secrets["main"], {});
  await rejects(at.stored("a"), refusal("data_not_found"));
});

Deno.test("a secret that a vault cannot forget is named by its key in the log", async () => {
  await using at = await place();
  at.vaults.failing.set("remove main", new SvcError("vault_failed", "no"));
  await rejects(
    at.run(`${LOGIN(TOKEN)} throw new Error("late");`, { method: "all" } as RunOptions),
  );
  const [key] = Object.keys(at.vaults.secrets["main"]!);
  const lines = at.events.flatMap((event) => event.kind === "output" ? [event.text] : []);
  ok(lines.some((line) => line.includes(`stays in the vault 'main' as ${key}`)), lines.join("\n"));
});

Deno.test("ephemeral data takes its secrets with it", async () => {
  await using at = await place();
  await at.run(`await context.writeResource("passing", "p", { token: "${TOKEN}" });
    if ((await context.readResource("p")).token !== "${TOKEN}") throw new Error("not read");`);
  deepEqual(at.vaults.secrets["main"], {});
});

Deno.test("a method that writes no secret runs without a vault, and a secret is refused when it comes", async () => {
  await using at = await place({});
  const { warnings } = await at.run(
    `await context.writeResource("plain", "p", { a: 1 });
    await context.writeResource("login", "none", { user: "ada", token: null, keys: [] });`,
  );
  equal(warnings?.length, 1);
  deepEqual((await at.stored("none")).content, { user: "ada", token: null, keys: [] });
  await rejects(
    at.run(LOGIN(TOKEN)),
    refusal("vault_required", /'login' holds secrets, which go to a vault/),
  );
  await rejects(at.stored("main"), refusal("data_not_found"));
});

Deno.test("without a vault a create method does not begin where all that its type writes is secret", async () => {
  const model = MODEL.replace(/named: out[^]*(?=passing:)/, "").replace(
    "methods: {",
    "$& create: method(),",
  );
  await using greeter = await greeterRepository(model);
  const vaults = memoryVaults({});
  const events: RunEvent[] = [];
  const run = (method: string) =>
    runMethod(greeter.repository, {
      definition: "hello",
      method,
      inputs: { code: `console.log("began");` },
      vaults: vaults.open,
      onEvent: (event) => events.push(event),
    });
  await rejects(run("create"), refusal("vault_required", /'login' holds secrets/));
  ok(!JSON.stringify(events).includes("began"));
  await run("greet");
});

/** What is in the data and in no vault, with the secrets that were put in the order they came. */
const SHAPES: [what: string, spec: string, data: unknown, plain: unknown, secrets: string[]][] = [
  [
    "of another type than declared",
    "login",
    { user: 1, token: { value: TOKEN } },
    { user: 1 },
    [`{"value":"${TOKEN}"}`],
  ],
  [
    "in an object where a list of objects is declared",
    "login",
    { user: "a", token: null, keys: { a: { id: "1", key: TOKEN } } },
    { user: "a", token: null },
    [`{"a":{"id":"1","key":"${TOKEN}"}}`],
  ],
  [
    "under a further key, by the name of a sensitive field",
    "login",
    { answer: [{ user: "a", Token: TOKEN, keys: [{ KEY: OTHER, id: 1 }] }] },
    { answer: [{ user: "a", keys: [{ id: 1 }] }] },
    [TOKEN, OTHER],
  ],
  [
    "in a branch that cannot be told",
    "choice",
    { kind: "c", key: TOKEN, other: OTHER },
    { kind: "c" },
    [TOKEN, OTHER],
  ],
  [
    "in the branch that it has, and not in that of its sibling",
    "choice",
    { kind: "b", other: OTHER, extra: "plain" },
    { kind: "b", extra: "plain" },
    [OTHER],
  ],
  ["in no branch, where the data has a plain one", "choice", { kind: "p", value: "x" }, {
    kind: "p",
    value: "x",
  }, []],
  ["in a record", "record", { a: TOKEN, b: OTHER }, {}, [TOKEN, OTHER]],
  ["as the resource itself", "text", TOKEN, undefined, [TOKEN]],
];
for (const [what, spec, data, plain, secrets] of SHAPES) {
  Deno.test(`what does not fit is never kept in plain: a secret ${what}`, async () => {
    const model = MODEL.replace(
      "resources: {",
      `$&
      choice: out(z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), key: secret() }),
        z.object({ kind: z.literal("b"), other: secret() }),
        z.object({ kind: z.literal("p"), value: z.string() }),
      ])),
      record: out(z.record(z.string(), secret())),
      text: out(secret()),`,
    );
    await using at = await place(undefined, model);
    await at.run(
      `await context.writeResource(${JSON.stringify(spec)}, "x", ${JSON.stringify(data)});`,
    );
    const { content } = await at.stored("x");
    const without = JSON.parse(
      JSON.stringify(content),
      (_, value) => typeof value === "string" && value.includes("vault.get(") ? undefined : value,
    );
    deepEqual(without, plain);
    deepEqual(Object.values(at.vaults.secrets["main"]!), secrets);
    if (typeof data === "object") {
      deepEqual(await at.seen(`return await context.readResource("x");`), data);
    }
  });
}

Deno.test("a vault that the type names and that is not there is named, with how to choose another", async () => {
  await using at = await place({ main: {} });
  await rejects(
    at.run(`await context.writeResource("whole", "x", { a: "b" });`),
    (error: SvcError) =>
      refusal("vault_not_found", /'whole' holds secrets.*'second'/)(error) &&
      /resources\.whole\.vaultName/.test(error.hint!),
  );
});

Deno.test("more or larger secrets than a vault takes are refused before any is put", async () => {
  await using at = await place();
  await rejects(
    at.run(
      `await context.writeResource("login", "big", { user: "x", token: "x".repeat(70_000) });`,
    ),
    refusal("output_invalid", /'big' has a secret of 70000 bytes \(token\)/),
  );
  await rejects(
    at.run(`await context.writeResource("login", "many", { user: "x", token: "a",
      keys: Array.from({ length: 1001 }, (_, id) => ({ id: String(id), key: "k" + id })) });`),
    refusal("output_invalid", /1002 secrets/),
  );
  deepEqual(at.vaults.asked.filter((one) => one.startsWith("put")), []);
  notEqual(TOKEN, OTHER);
});

Deno.test("half a character survives, and so does a text that looks like a reference to its own key", async () => {
  await using at = await place();
  await at.run(`await context.writeResource("login", "odd", { user: "x", token: "\\ud800half" });`);
  equal(await at.seen(`return (await context.readResource("odd")).token === "\\ud800half";`), true);
  const own = (await at.stored("odd")).content as { token: string };
  await at.run(`await context.writeResource("login", "odd",
    { user: ${written(own.token)}, token: ${written(own.token)} });`);
  deepEqual(await at.seen(`return await context.readResource("odd");`), {
    user: "***",
    token: own.token,
  });
});
