import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../../data/mod.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { listFilesBelow } from "../../base/files/read.ts";
import { modelText } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import type { RunEvent } from "../calls/event.ts";
import type { RunOptions } from "../request.ts";

/**
 * `hello` runs `body` where `args.name` is "Ada", with `run(name, more)` for running `sibling` of the
 * same type; every other name is answered by `other`.
 */
async function calling(body: string, other = "", manifest = "") {
  const greeter = await greeterRepository(
    modelText(`        const c = context;
        const run = (name: string, more = {}) => c.runModel({ definition: "sibling", method: "greet",
          arguments: { name }, ...more });
        const write = (name: string, text: unknown) =>
          c.writeResource("greeting", name, { text: typeof text === "string" ? text : JSON.stringify(text) });
        if (args.name !== "Ada") { ${other}; await write("main", "for " + args.name); return; }
        const seen = await (async () => { ${body} })();
        await write("seen", seen ?? "nothing");`),
    { manifest },
  );
  const { repository } = greeter;
  await createDefinition(repository, { type: "@acme/greeter", name: "sibling" });
  return {
    ...greeter,
    seen: async (options: RunOptions = {}) => {
      await greeter.greet(undefined, options);
      const { content } = await getData(repository, "hello", "seen");
      return JSON.parse((content as { text: string }).text);
    },
  };
}

const GRANT = 'permissions:\n  data:\n    - "@acme/greeter"\n';

Deno.test("a method runs another behavior, which writes its own data and leaves its own record", async () => {
  await using greeter = await calling(`return await run("Bob");`, "", GRANT);
  const events: string[] = [];
  const { ok: succeeded, resources } = await greeter.seen({
    tags: { stage: "test" },
    onEvent: (event: RunEvent) =>
      events.push(event.kind === "started" ? `started ${event.model}` : event.kind),
  });
  const { repository } = greeter;
  const item = await getData(repository, "sibling", "main");
  equal(succeeded, true);
  deepEqual(
    resources.map(({ name, dataId, attributes, tags }: Record<string, Record<string, string>>) => [
      name,
      dataId,
      attributes,
      tags!["stage"],
    ]),
    [["main", item.id, { text: "for Bob" }, "test"]],
  );
  deepEqual(events, ["started hello", "started sibling", "data", "checks", "origin", "completed"]);
  const outputs = await listFilesBelow(`${repository.root}/.svc/outputs`);
  const records = await Promise.all(
    outputs.filter((file) => file.endsWith(".yaml")).map(async (file) =>
      JSON.parse(await Deno.readTextFile(`${repository.root}/.svc/outputs/${file}`))
    ),
  );
  const outer = records.find(({ provenance }) => provenance.triggeredBy === "manual");
  const inner = records.find(({ provenance }) => provenance.triggeredBy === "model");
  deepEqual([records.length, inner.provenance.parentOutputId, inner.provenance.callerExtension], [
    2,
    outer.id,
    "@acme/greeter",
  ]);
  deepEqual(outer.artifacts.dataArtifacts.map(({ name }: { name: string }) => name), ["seen"]);
});

Deno.test("without a permission for its data, the handles of another behavior come without content", async () => {
  await using greeter = await calling(`
    const { ok, resources: [handle] } = await run("Bob");
    return [ok, handle.name, handle.kind, "attributes" in handle];`);
  deepEqual(await greeter.seen(), [true, "main", "resource", false]);
});

Deno.test("an expression that a method hands on is a text, as it would read what was not granted", async () => {
  await using greeter = await calling(`return await run("\${{ env.HOME }}");`, "", GRANT);
  const { resources } = await greeter.seen();
  deepEqual(resources[0].attributes, { text: "for ${{ env.HOME }}" });
});

Deno.test("an inner run that fails is an answer, and the method decides what it means", async () => {
  await using greeter = await calling(
    `const [bad, wrong, nobody, none] = [await run("Bob"), await run("", {}),
      await c.runModel({ definition: "nobody", method: "greet" }),
      await run("Bob", { method: "no such" })];
    return [bad.ok, bad.error.message, wrong.ok, nobody.error.message, none.error.message];`,
    `throw new Error("no greeting for " + args.name)`,
  );
  const [ok1, message, ok2, nobody, none] = await greeter.seen();
  deepEqual([ok1, ok2, nobody], [false, false, "Behavior not found: nobody"]);
  match(message, /greet failed: no greeting for Bob/);
  match(none, /has no method 'no such'/);
});

const REFUSED: [what: string, call: string, message: RegExp][] = [
  [
    "itself",
    `c.runModel({ definition: "hello", method: "greet", arguments: { name: "x" } })`,
    /already waits/,
  ],
  ["itself by id", `c.runModel({ definition: c.modelId, method: "greet" })`, /already waits/],
  [
    "a shell command",
    `c.runModel({ modelType: "command/shell", name: "sh", method: "execute", arguments: { run: "id" } })`,
    /may not run command\/shell/,
  ],
  [
    "a shell command of a behavior that a person made",
    `c.runModel({ definition: "shell", method: "execute", arguments: { run: "id" } })`,
    /may not run command\/shell/,
  ],
  [
    "a type with an expression",
    `c.runModel({ modelType: c.modelType, name: "made", method: "greet", arguments: { name: { a: ["\${{ env.HOME }}"] } } })`,
    /must not have/,
  ],
  ["nothing", `c.runModel({ method: "greet" })`, /needs a definition, or a modelType and a name/],
  [
    "a name that is not a behavior's",
    `c.runModel({ modelType: c.modelType, name: "../../x", method: "greet", arguments: { name: "x" } })`,
    /name/,
  ],
];
Deno.test("what a method may not run is answered with the reason, and nothing is run or made", async () => {
  await using greeter = await calling(
    `return [${REFUSED.map(([, call]) => `(await ${call}).error.message`).join(",\n")}];`,
  );
  const { repository } = greeter;
  await createDefinition(repository, { type: "command/shell", name: "shell" });
  const messages = await greeter.seen() as string[];
  REFUSED.forEach(([what, , message], index) => match(messages[index]!, message, what));
  const started = await listFilesBelow(`${repository.root}/.svc/outputs`);
  equal(started.filter((file) => file.endsWith(".yaml")).length, 1);
  for (const name of ["sh", "made"]) {
    await rejects(findDefinition(repository, name), refusal("definition_not_found"));
  }
});

Deno.test("a method runs a type as a behavior that is made on the way and used again", async () => {
  await using greeter = await calling(`
    const made = () => c.runModel({ modelType: c.modelType, name: "made", method: "greet",
      arguments: { name: "Eve" } });
    return [(await made()).ok, (await made()).resources[0].version];`);
  deepEqual(await greeter.seen(), [true, 2]);
  equal((await findDefinition(greeter.repository, "made")).automatic, true);
});

Deno.test("runs in a circle end with an error instead of waiting for each other's lock", async () => {
  await using greeter = await calling(
    `return await run("back");`,
    `const answer = await c.runModel({ definition: "hello", method: "greet", arguments: { name: "x" } });
     c.logger.info(answer.error.message)`,
  );
  const lines: string[] = [];
  const { ok } = await greeter.seen({
    onEvent: (event) => event.kind === "output" && lines.push(event.text),
  });
  equal(ok, true);
  match(lines[0]!, /'hello' already waits for this run/);
});

Deno.test("a flood of runs is refused after a hundred, and so is asking in other ways", async () => {
  await using greeter = await calling(`
    let refused = 0, last = "";
    for (let call = 0; call < 2000; call++) {
      const { ok, error } = await c.runModel({ definition: "nobody", method: "greet" });
      if (!ok && /100 others/.test(error.message)) refused++;
      last = error.message;
    }
    return [refused, last];`);
  deepEqual(await greeter.seen(), [1900, "runModel: a run may start at most 100 others"]);
});

Deno.test("no more than ten runs wait for each other", async () => {
  await using greeter = await calling(
    `return await run("2");`,
    `const deeper = await c.runModel({ modelType: c.modelType, name: "deep" + args.name, method: "greet",
       arguments: { name: String(Number(args.name) + 1) } });
     if (!deeper.ok) c.logger.info("at " + args.name + ": " + deeper.error.message)`,
  );
  const lines: string[] = [];
  await greeter.seen({ onEvent: (event) => event.kind === "output" && lines.push(event.text) });
  deepEqual(lines, ["at 10: runModel: more than 10 runs would wait for each other"]);
});

Deno.test("the end of a run ends the runs that it asked for", async () => {
  await using greeter = await calling(
    `await run("Bob");`,
    `const file = await Deno.open(c.repoDir + "/out/alive", { write: true, create: true });
     await file.lock(true);
     c.logger.info("alive");
     for (;;);`,
    "permissions:\n  write:\n    - out\n",
  );
  const { repository } = greeter;
  await Deno.mkdir(`${repository.root}/out`);
  const aborter = new AbortController();
  await rejects(
    greeter.greet(undefined, {
      signal: aborter.signal,
      onEvent: (event) => event.kind === "output" && event.text === "alive" && aborter.abort(),
    }),
    refusal("cancelled"),
  );
  using alive = await Deno.open(`${repository.root}/out/alive`, { write: true });
  equal(await alive.tryLock(true), true);
});

Deno.test("an inner run has what its own type was granted and not what the asking one was", async () => {
  await using greeter = await calling(
    `const file = c.repoDir + "/granted.txt";
     const own = await Deno.readTextFile(file);
     const { ok, error } = await c.runModel({ modelType: "@acme/other", name: "other", method: "greet",
       arguments: { name: "x" } });
     return [own, ok, error?.message ?? ""];`,
    "",
    "permissions:\n  read:\n    - granted.txt\n",
  );
  const { repository } = greeter;
  await Deno.writeTextFile(`${repository.root}/granted.txt`, "for the greeter");
  await Deno.mkdir(`${repository.root}/extensions/other`);
  await Deno.writeTextFile(
    `${repository.root}/extensions/other/manifest.yaml`,
    'manifestVersion: 1\nname: "@acme/other"\nversion: 2026.01.02.3\npaths:\n  base: manifest\nmodels:\n  - other.ts\n',
  );
  await Deno.writeTextFile(
    `${repository.root}/extensions/other/other.ts`,
    modelText(`        await Deno.readTextFile(context.repoDir + "/granted.txt");`)
      .replace('type: "@acme/greeter"', 'type: "@acme/other"'),
  );
  const [own, succeeded, message] = await greeter.seen();
  deepEqual([own, succeeded], ["for the greeter", false]);
  match(
    message,
    /@acme\/other requested permissions that it was not granted:\n {2}read granted\.txt[^]*\nTo grant it, run: svc extension grant @acme\/other read:granted\.txt$/,
  );
});
