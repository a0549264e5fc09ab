import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../../data/mod.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { GREET } from "../../testing/extension.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { inputsFor, scriptedModel } from "../../testing/scripted_greeter.ts";
import { dataAccess } from "./data_access.ts";
import type { DenialAbout } from "../../sandbox/denied_grant.ts";
import type { RunOptions } from "../request.ts";
import { runMethod } from "../run.ts";

/**
 * A repository with data of three behaviors: `hello` and `sibling` of one type, and `shell` of the
 * built-in one. `body` gives what is written as the text of `seen` of `hello`.
 */
async function neighbours(data?: readonly string[]) {
  const greeter = await greeterRepository(scriptedModel(), {
    manifest: data === undefined ? "" : `permissions:\n  data: ${JSON.stringify(data)}\n`,
  });
  const { repository } = greeter;
  await createDefinition(repository, { type: "@acme/greeter", name: "sibling" });
  await createDefinition(repository, { type: "command/shell", name: "shell" });
  const run = (definition: string, method: string, inputs: Record<string, unknown>) =>
    runMethod(repository, { definition, method, inputs, onGrant: () => Promise.resolve() });
  await run("hello", "greet", inputsFor(GREET, "fill"));
  await run("sibling", "greet", inputsFor(GREET, "fill"));
  await run("shell", "execute", { run: "echo secret of the shell" });
  const look = (body: string, options: RunOptions = {}, name = "Ada") =>
    greeter.greet(
      inputsFor(
        `const c = context, d = context.dataRepository;
        const seen = await (async () => { ${body} })();
        await c.writeResource("greeting", "seen", { text: JSON.stringify(seen) });`,
        name,
      ),
      options,
    );
  return {
    ...greeter,
    look,
    seen: async (body: string) => {
      await look(body);
      const { content } = await getData(repository, "hello", "seen");
      return JSON.parse((content as { text: string }).text);
    },
  };
}

const MODELS = `return (await c.queryData("true")).map((r: any) => r.modelName + "/" + r.name);`;

Deno.test("without a data permission a query sees the behavior's own data and no more", async () => {
  await using own = await neighbours();
  deepEqual(await own.seen(MODELS), ["hello/main"]);
});

Deno.test("a data permission opens the types it names and no others", async () => {
  await using sibling = await neighbours(["@acme/greeter"]);
  deepEqual(await sibling.seen(MODELS), ["hello/main", "sibling/main"]);
  await using shell = await neighbours(["command/*"]);
  deepEqual(await shell.seen(MODELS), ["hello/main", "shell/log", "shell/result"]);
  await using all = await neighbours(["*"]);
  deepEqual(await all.seen(MODELS), ["hello/main", "shell/log", "shell/result", "sibling/main"]);
});

Deno.test("what a query left out decides nothing: no predicate tells whether it is there", async () => {
  await using own = await neighbours();
  const told = await own.seen(`
    const ask = (predicate: string) => c.queryData(predicate, "size");
    return [
      await ask('modelName == "shell"'),
      await ask('modelName == "shell" && attributes.exitCode == 0'),
      await ask('modelName == "nobody"'),
      await ask('1 / (modelName == "shell" ? 0 : 1) == 2'),
    ];`);
  deepEqual(told, [[], [], [], []]);
});

Deno.test("a query that finds nothing and left something out says in the log what would grant it, once", async () => {
  await using own = await neighbours();
  const texts: string[] = [];
  await own.look(`await c.queryData("false"); return await c.queryData("false");`, {
    onEvent: (event) => event.kind === "output" && texts.push(event.text),
  });
  equal(texts.length, 1);
  match(
    texts[0]!,
    /requested permissions that it was not granted:\n\s+data command\/shell.*add to extensions\/greeter\/manifest\.yaml:\n\s+permissions:\n\s+data:\n\s+- "command\/shell"/s,
  );
});

const READS: Record<string, string> = {
  readModelData: `await c.readModelData("sibling")`,
  "readModelData by id": `await c.readModelData(args.name)`,
  getContent: `await d.getContent("@acme/greeter", "sibling", "main")`,
  "getContent of a type in another spelling":
    `await d.getContent("@Acme::Greeter", "sibling", "main")`,
  "getContent of one that is not there": `await d.getContent("@acme/greeter", "nobody", "main")`,
  listVersions: `await d.listVersions(c.modelType, "sibling", "main")`,
  findByName: `await d.findByName(c.modelType, "sibling", "main")`,
  findAllForModel: `await d.findAllForModel(c.modelType, "sibling")`,
};
Deno.test("another behavior's data is denied, of the same type too, and its manifest line named", async (test) => {
  await using own = await neighbours();
  const sibling = await getData(own.repository, "sibling", "main");
  for (const [what, code] of Object.entries(READS)) {
    await test.step(what, async () => {
      await rejects(
        own.look(`try { ${code}; } catch { /* ignored */ }`, {}, sibling.modelId),
        refusal("permission_denied", /data @acme\/greeter/, /data:\n\s+- "@acme\/greeter"/),
      );
    });
  }
});

Deno.test("a method reads its own data under its name, its id and its type without a permission", async () => {
  await using own = await neighbours();
  const told = await own.seen(`
    return [
      (await c.readResource("main")).text,
      (await c.readModelData("hello")).length,
      (await c.readModelData(c.modelId)).length,
      await d.listVersions(c.modelType, "hello", "main"),
      (await d.findAllForModel(c.modelType, c.modelId)).length,
      await c.readModelData("nobody"),
    ];`);
  deepEqual(told, ["Hello fill", 1, 1, [1], 1, []]);
});

const ABOUT: DenialAbout = {
  type: "@acme/a",
  resolved: { origin: "local", permissions: {} },
  repository: repositoryAt("/repo"),
};

Deno.test("a behavior of another type is another one, whatever id its file claims", () => {
  const own = { type: "@acme/a", id: "1" };
  const access = dataAccess(own, {}, ABOUT);
  equal(access.mayRead({ type: "@acme/a", id: "1" }), true);
  equal(access.mayRead({ type: "@acme/b", id: "1" }), false);
  equal(access.mayRead({ type: "@acme/a", id: "2" }), false);
});

Deno.test("a type that no entry can name is covered by all types only", () => {
  const own = { type: "@acme/a", id: "1" };
  const { hint } = dataAccess(own, {}, ABOUT).denied("@ünï/x");
  match(hint!, /svc extension grant @acme\/a 'data:\*'$/);
  equal(dataAccess(own, { data: ["*"] }, ABOUT).mayRead({ type: "@ünï/x", id: "2" }), true);
});
