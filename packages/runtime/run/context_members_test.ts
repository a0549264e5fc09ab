import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../data/mod.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { rewriteDefinition } from "../repository/definitions/rewrite.ts";
import { GREET, zodModelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { inputsFor, scriptedModel } from "../testing/scripted_greeter.ts";
import { runMethod } from "./run.ts";

/** `hello` and `sibling` of one type and `shell` of another; `seen` runs `body` in `hello`. */
async function members(body: string, manifest = "", before = "") {
  const greeter = await greeterRepository(
    scriptedModel({
      before,
      globals:
        "{ token: z.string().meta({ sensitive: true }).optional(), owner: z.string().optional() }",
    }),
    { manifest, globals: { owner: "acme", token: "${{ env.HOME }}" } },
  );
  const { repository } = greeter;
  await createDefinition(repository, {
    type: "@acme/greeter",
    name: "sibling",
    globalArguments: { owner: "other" },
  });
  await createDefinition(repository, { type: "command/shell", name: "shell" });
  for (const definition of ["hello", "sibling"]) {
    await runMethod(repository, {
      definition,
      method: "greet",
      inputs: inputsFor(GREET, "fill"),
      onGrant: () => Promise.resolve(),
    });
  }
  const inputs = inputsFor(
    `const c = context, d = context.dataRepository, defs = context.definitionRepository;
    const seen = await (async () => { ${body} })();
    await c.writeResource("greeting", "seen", { text: JSON.stringify(seen ?? null) });`,
  );
  return {
    ...greeter,
    greet: () => greeter.greet(inputs),
    seen: async (options = {}) => {
      await greeter.greet(inputs, options);
      const { content } = await getData(repository, "hello", "seen");
      return JSON.parse((content as { text: string }).text);
    },
  };
}

const GRANT = 'permissions:\n  data:\n    - "@acme/greeter"\n';

Deno.test("a method gets fresh CEL environments, in which names are free and numbers mix", async () => {
  // A model whose source does not name them has none.
  const named = "export const make = (context: any) => context.createCelEnvironment();";
  await using own = await members(
    `
    const cel = c.createCelEnvironment(), other = c.createCelEnvironment();
    cel.registerFunction("twice(int): int", (n: bigint) => n * 2n);
    let fresh = false;
    try { other.evaluate("twice(1)"); } catch { fresh = true; }
    return [String(cel.evaluate("twice(a) + 1", { a: 20n })), fresh,
      cel.evaluate("x.y > 1 && 1 == 1.0", { x: { y: 2.5 } }),
      cel.evaluate("a.?b.orValue('none')", { a: {} })];`,
    "",
    named,
  );
  deepEqual(await own.seen(), ["41", true, true, "none"]);
});

const FINDS = `
  const names = (items: any[]) => items.map((i) => i.modelName + "/" + i.name);
  const main = await d.findByName(c.modelType, c.modelId, "main");
  return [
    names(await d.findAllGlobal()), names(await d.findAllForType(c.modelType)),
    names(await d.findBySpec("hello", "greeting")), await d.findBySpec("hello", "log"),
    names(await d.findBySpec(c.modelType, c.modelId, "greeting")),
    (await d.findById(main.id)).name, (await d.findById(c.modelType, c.modelId, main.id)).modelId === c.modelId,
    await d.findById("no-such-id"), await d.findBySpec("nobody", "greeting"),
  ];`;

Deno.test("which machine wrote a version is told to no method", async () => {
  await using own = await members(`
    const written = await c.writeResource("greeting", "more", { text: "more" });
    const main = await d.findByName(c.modelType, c.modelId, "main");
    const all = [written.metadata, main, await d.findById(main.id), await d.findAllGlobal(),
      await d.findAllForModel(c.modelType, c.modelId), await d.findAllForType(c.modelType),
      await d.findBySpec("hello", "greeting")];
    return all.map((one) => [one].flat().length > 0 && [one].flat().every((m: any) =>
      m.checksum.length === 64 && !("written" in m)));`);
  deepEqual(await own.seen(), Array(7).fill(true));
});

Deno.test("dataRepository finds by id, output, type and everywhere what the method may read", async () => {
  await using own = await members(FINDS);
  const only = ["hello/main"];
  deepEqual(await own.seen(), [only, only, only, [], only, "main", true, null, []]);
  await using granted = await members(FINDS, GRANT);
  const both = ["hello/main", "sibling/main"];
  deepEqual(await granted.seen(), [both, both, only, [], only, "main", true, null, []]);
});

Deno.test("dataRepository.findBySpec gives a page of the names with a prefix", async () => {
  await using own = await members(`
    const names = ["p3", "p1", "p2", "q1", "P4"];
    await c.writeResources("greeting", names.map((name) => ({ name, data: { text: name } })));
    const find = async (...rest: any[]) => (await d.findBySpec(...rest)).map((i: any) => i.name).join();
    return [
      await find("hello", "greeting", { prefix: "p" }),
      await find("hello", "greeting", { prefix: "p", limit: 2 }),
      await find(c.modelType, c.modelId, "greeting", { prefix: "p", limit: 1, offset: 2 }),
      await find("hello", "greeting", { prefix: "p_" }), await find("hello", "log", { prefix: "p" }),
    ];`);
  deepEqual(await own.seen(), ["p1,p2,p3", "p1,p2", "p3", "", ""]);
});

const CLOSED: Record<string, string> = {
  findBySpec: `await d.findBySpec("sibling", "greeting")`,
  findAllForType: `await d.findAllForType("command/shell")`,
  stream: `for await (const _ of d.stream("@acme/greeter", "sibling", "main"));`,
  delete: `await d.delete("@acme/greeter", "sibling", "main")`,
};
for (const [what, code] of Object.entries(CLOSED)) {
  Deno.test(`dataRepository.${what} of another behavior fails the run, also when it is swallowed`, async () => {
    await using own = await members(`try { ${code}; } catch { /* ignored */ }`);
    await rejects(own.greet(), refusal("permission_denied"));
    equal((await getData(own.repository, "sibling", "main")).version, 1);
  });
}

Deno.test("no permission lets a method delete or save another behavior's data", async () => {
  await using own = await members(
    `await d.delete("@acme/greeter", "sibling", "main");`,
    GRANT,
  );
  await rejects(
    own.greet(),
    refusal("permission_denied", /its own behavior only, not of 'sibling'/),
  );
  await using saving = await members(
    `await d.save("@acme/greeter", "sibling", { name: "main", tags: { specName: "greeting" } },
       new TextEncoder().encode("{}"));`,
    GRANT,
  );
  await rejects(saving.greet(), refusal("run_failed", /data of the method's own behavior/));
});

Deno.test("dataRepository saves under the checks of writeResource, streams and deletes own data", async () => {
  await using own = await members(`
    const bytes = (text: string) => new TextEncoder().encode(text);
    const tags = { specName: "greeting", type: "resource" };
    await d.save(c.modelType, c.modelId, { name: "saved", tags }, bytes('{"text":"x"}'));
    await d.save(c.modelType, "hello", { name: "log", tags: { specName: "log" }, contentType: "text/plain" },
      bytes("line"));
    const streamed = await new Response(d.stream(c.modelType, c.modelId, "log")).text();
    const saved = await c.readResource("saved");
    await d.delete(c.modelType, c.modelId, "saved");
    return [saved, streamed, await c.readResource("saved"), await d.getContent(c.modelType, c.modelId, "saved")];`);
  deepEqual(await own.seen(), [{ text: "x" }, "line", null, null]);
  await using wrong = await members(`
    await d.save(c.modelType, c.modelId, { name: "bad", tags: { specName: "greeting", type: "resource" } },
      new TextEncoder().encode('{"text":7}'));`);
  const { warnings = [] } = await wrong.greet();
  match(warnings.join(), /'bad' does not match .*text must be/);
});

Deno.test("content of several pieces arrives whole, of the version that the first piece was of", async () => {
  await using own = await members(`
    const big = new Uint8Array(7_000_001).map((_, index) => index % 251);
    await (await c.createFileWriter("log", "big")).writeAll(big);
    const back = await d.getContent(c.modelType, c.modelId, "big");
    await (await c.createFileWriter("log", "empty")).writeAll(new Uint8Array());
    const empty = await d.getContent(c.modelType, c.modelId, "empty");
    const parts = d.stream(c.modelType, c.modelId, "big").getReader();
    let count = (await parts.read()).value.length;
    await (await c.createFileWriter("log", "big")).writeText("short");
    for (let part = await parts.read(); !part.done; part = await parts.read()) count += part.value.length;
    return [back.length, back.every((byte: number, index: number) => byte === index % 251),
      empty.length, count];`);
  deepEqual(await own.seen(), [7_000_001, true, 0, 7_000_001]);
});

const DEFINITIONS = `
  const names = (list: any[]) => list.map((one) => one.name);
  const me = await defs.findById(c.modelType, c.modelId);
  return [names(await defs.findAllGlobal()), names(await defs.findAll("@acme/greeter")),
    (await defs.findByName("hello"))?.id === c.modelId, await defs.findByName(c.modelType, "shell"),
    (await defs.findByNameGlobal("sibling"))?.globalArguments ?? null, me.type, me.globalArguments];`;

Deno.test("definitionRepository shows the own definition and those of granted types, secrets blanked", async () => {
  const mine = ["@acme/greeter", { owner: "acme", token: "***" }];
  await using own = await members(DEFINITIONS);
  deepEqual(await own.seen(), [["hello"], ["hello"], true, null, null, ...mine]);
  await using granted = await members(DEFINITIONS, GRANT);
  const both = ["hello", "sibling"];
  deepEqual(await granted.seen(), [both, both, true, null, { owner: "other" }, ...mine]);
});

Deno.test("dataQueryService queries as queryData, with select and limit", async () => {
  await using own = await members(`
    const q = c.dataQueryService;
    return [(await q.query('name == "main"')).map((r: any) => r.attributes.text),
      await q.query('name == "main"', "size > 0"),
      await q.query("true", { select: "name", limit: 1 })];`);
  deepEqual(await own.seen(), [["Hello fill"], [true], ["main"]]);
});

Deno.test("a record of a query has every field of the format", async () => {
  await using own = await members(`
    const [record] = await c.queryData('name == "main"');
    const [same] = await c.readModelData("hello", "greeting");
    return [Object.keys(record).sort(), JSON.stringify(record) === JSON.stringify(same)];`);
  deepEqual(await own.seen(), [
    ("attributes content contentType createdAt dataType id isLatest jobName lifetime modelId modelName " +
      "modelType name namespace ownerRef ownerType size source specName stepName streaming tags version " +
      "workflowName workflowRunId").split(" "),
    true,
  ]);
});

Deno.test("what a method gives the redactor is left out of its log and its outputs", async () => {
  await using own = await members(`
    const token = ["s3cret", "of", "the", "run"].join("-");
    c.redactor.add(token);
    c.logger.info("got " + token);
    c.onEvent({ kind: "fetched", token });
    return [c.redactor.redact("x " + token), token, c.runtimeTags];`);
  const lines: string[] = [];
  const seen = await own.seen({
    tags: { stage: "test" },
    onEvent: (event: { kind: string; text?: string }) =>
      event.kind === "output" && lines.push(event.text!),
  });
  deepEqual(seen, ["x ***", "***", { stage: "test" }]);
  equal(lines[0], "got ***");
  match(lines[1]!, /fetched/);
});

Deno.test("a method that names secrets without end is told so and its run stays fast", async () => {
  await using own = await members(`
    for (let secret = 0; secret < 50_000; secret++) c.redactor.add("secret-" + secret + "-");
    return "secret-7- secret-49999-";`);
  const lines: string[] = [];
  const seen = await own.seen({
    onEvent: (event: { kind: string; text?: string }) =>
      event.kind === "output" && lines.push(event.text!),
  });
  equal(seen, "*** secret-49999-");
  deepEqual(lines, ["The method has too many secrets; further ones are not redacted"]);
});

Deno.test("a global argument that is missing is missed by the methods that need it, and by no others", async () => {
  const globals =
    `{ owner: z.string(), region: z.string().default("eu"), size: z.number().min(1).optional() }`;
  await using own = await greeterRepository(
    zodModelText(
      `        const { owner, region } = context.globalArgs;
        if (args.name === "needs it") owner.toLowerCase();
        await context.writeResource("greeting", "main", { text: [typeof owner, region].join() });`,
      { globals },
    ),
    { globals: { owner: "acme" } },
  );
  const { path } = await findDefinition(own.repository, "hello");
  await rewriteDefinition(own.repository, path, { globalArguments: {} });
  await own.greet();
  const { content } = await getData(own.repository, "hello", "main");
  deepEqual(content, { text: "undefined,eu" });
  await rejects(own.greet({ name: "needs it" }), refusal("run_failed", /toLowerCase/));
  await rewriteDefinition(own.repository, path, { globalArguments: { size: 0 } });
  await rejects(
    own.greet(),
    refusal("invalid_argument", /Global arguments validation failed: .* at "size"/),
  );
  await rewriteDefinition(own.repository, path, { globalArguments: { ownr: "acme" } });
  const { warnings } = await own.greet();
  match(
    warnings!.join(),
    /globalArguments\.ownr is not declared .* whose methods do not get it\. Did you mean 'owner'/,
  );
});

Deno.test("the types for authors have every member of a method's context, and no other", async () => {
  await using own = await members("return Object.keys(c).sort();", GRANT);
  const text = await Deno.readTextFile(new URL("../kit/extension.ts", import.meta.url));
  const bodies = ["SharedContext", "MethodContext"].map((name) =>
    new RegExp(`interface ${name}<[\\s\\S]*?\\{\\n([\\s\\S]*?)\\n\\}`).exec(text)![1]!
  );
  const typed = bodies.flatMap((body) =>
    [...body.matchAll(/^ {2}(\w+)[?]?[:(]/gm)].map(([, name]) => name)
  );
  const unsupported = ["approveWorkflowGate", "rejectWorkflowGate"];
  const seen: string[] = await own.seen();
  deepEqual([...new Set(typed)].sort(), seen.filter((name) => !unsupported.includes(name)));
});
