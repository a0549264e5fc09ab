import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { getData } from "../../data/mod.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { GREET, modelText } from "../../testing/extension.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { dataAccess } from "./data_access.ts";
import type { DenialAbout } from "../../sandbox/denied_grant.ts";
import { runMethod } from "../run.ts";

/**
 * A repository with data of three behaviors: `hello` and `sibling` of one type, and `shell` of the
 * built-in one. `greet` of `hello` runs `body` and writes what it gives as the text of `seen`.
 */
async function neighbours(body: string, data?: readonly string[]) {
  const greeter = await greeterRepository(
    modelText(`        if (args.name === "fill") {
${GREET}
        }
        const c = context, d = context.dataRepository;
        const seen = await (async () => { ${body} })();
        await c.writeResource("greeting", "seen", { text: JSON.stringify(seen) });`),
    {
      manifest: data === undefined ? "" : `permissions:\n  data: ${JSON.stringify(data)}\n`,
    },
  );
  const { repository } = greeter;
  await createDefinition(repository, { type: "@acme/greeter", name: "sibling" });
  await createDefinition(repository, { type: "command/shell", name: "shell" });
  const run = (definition: string, method: string, inputs: Record<string, unknown>) =>
    runMethod(repository, { definition, method, inputs, onGrant: () => Promise.resolve() });
  await run("hello", "greet", { name: "fill" });
  await run("sibling", "greet", { name: "fill" });
  await run("shell", "execute", { run: "echo secret of the shell" });
  return {
    ...greeter,
    seen: async () => {
      await greeter.greet();
      const { content } = await getData(repository, "hello", "seen");
      return JSON.parse((content as { text: string }).text);
    },
  };
}

const MODELS = `return (await c.queryData("true")).map((r: any) => r.modelName + "/" + r.name);`;

Deno.test("without a data permission a query sees the behavior's own data and no more", async () => {
  await using own = await neighbours(MODELS);
  deepEqual(await own.seen(), ["hello/main"]);
});

Deno.test("a data permission opens the types it names and no others", async () => {
  await using sibling = await neighbours(MODELS, ["@acme/greeter"]);
  deepEqual(await sibling.seen(), ["hello/main", "sibling/main"]);
  await using shell = await neighbours(MODELS, ["command/*"]);
  deepEqual(await shell.seen(), ["hello/main", "shell/log", "shell/result"]);
  await using all = await neighbours(MODELS, ["*"]);
  deepEqual(await all.seen(), ["hello/main", "shell/log", "shell/result", "sibling/main"]);
});

Deno.test("what a query left out decides nothing: no predicate tells whether it is there", async () => {
  await using own = await neighbours(`
    const ask = (predicate: string) => c.queryData(predicate, "size");
    return [
      await ask('modelName == "shell"'),
      await ask('modelName == "shell" && attributes.exitCode == 0'),
      await ask('modelName == "nobody"'),
      await ask('1 / (modelName == "shell" ? 0 : 1) == 2'),
    ];`);
  deepEqual(await own.seen(), [[], [], [], []]);
});

Deno.test("a query that finds nothing and left something out says in the log what would grant it, once", async () => {
  await using own = await neighbours(
    `await c.queryData("false"); return await c.queryData("false");`,
  );
  const texts: string[] = [];
  await own.greet(undefined, {
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
for (const [what, code] of Object.entries(READS)) {
  Deno.test(`another behavior's data is denied, of the same type too, and its manifest line named: ${what}`, async () => {
    await using own = await neighbours(
      `try { ${code}; } catch { /* ignored */ }`,
    );
    const sibling = await getData(own.repository, "sibling", "main");
    await rejects(
      own.greet({ name: sibling.modelId }),
      refusal(
        "permission_denied",
        /data @acme\/greeter/,
        /data:\n\s+- "@acme\/greeter"/,
      ),
    );
  });
}

Deno.test("a method reads its own data under its name, its id and its type without a permission", async () => {
  await using own = await neighbours(`
    return [
      (await c.readResource("main")).text,
      (await c.readModelData("hello")).length,
      (await c.readModelData(c.modelId)).length,
      await d.listVersions(c.modelType, "hello", "main"),
      (await d.findAllForModel(c.modelType, c.modelId)).length,
      await c.readModelData("nobody"),
    ];`);
  deepEqual(await own.seen(), ["Hello fill", 1, 1, [1], 1, []]);
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
