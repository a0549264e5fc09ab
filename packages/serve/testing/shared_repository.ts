import { runMethod } from "@svc/runtime/run";
import { createDefinition } from "../../runtime/behavior/definitions/create.ts";
import { findDefinition } from "../../runtime/repository/definitions/find.ts";
import type { Repository } from "@svc/runtime/repository";
import { reportsAfter } from "../../runtime/run/reports/after_method.ts";
import { memoryVaults } from "../../runtime/testing/memory_vaults.ts";
import { copyFolder } from "../../runtime/testing/copied.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { temporaryFolder, withSmallZod } from "../../runtime/testing/extension.ts";
import { reportText } from "../../runtime/testing/reporting.ts";
import { repositoryAt } from "@svc/runtime/repository";

/** What nobody may see who may not see the behavior `keeper`, as its name, id and data hold it. */
export const HIDDEN = { name: "keeper", word: "zanzibar" };

/** What is in the vault, and nowhere else. */
export const SECRET = "tok-9f8e7d6c5b4a";

/**
 * Behaviors `hello` and `keeper` of one type, each with runs, reports, data with a secret, a log and two
 * versions; one run of each has failed.
 */
export interface SharedRepository extends AsyncDisposable {
  repository: Repository;
  hello: { id: string };
  keeper: { id: string };
  /** The same as if `keeper` had never been there. */
  without(): Promise<AsyncDisposable & { repository: Repository }>;
}

const MODEL = withSmallZod(`import { z } from "npm:zod@4.4.3";
const out = (schema: any) => ({ schema, lifetime: "infinite", garbageCollection: 10 });
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  globalArguments: z.object({ motto: z.string().optional() }),
  resources: {
    greeting: out(z.object({ text: z.string(), count: z.number() })),
    login: out(z.object({ token: z.string().meta({ sensitive: true }) })),
  },
  files: { log: { contentType: "text/plain", lifetime: "infinite", garbageCollection: 10 } },
  reports: ["@acme/summary"],
  methods: {
    greet: {
      description: "greets",
      arguments: z.object({ name: z.string(), secret: z.string().optional() }),
      execute: async ({ name, secret }: { name: string; secret?: string }, context: any) => {
        context.logger.info("greeting " + name);
        if (name.startsWith("nobody")) throw new Error("nobody is there: " + name);
        await context.writeResource("greeting", "main", { text: "Hello " + name, count: name.length });
        await context.writeResource("greeting", "of-" + name, { text: name, count: 7 });
        if (secret) await context.writeResource("login", "login", { token: secret });
        const file = await context.createFileWriter("log", "log");
        await file.writeText("a line about " + name + "\\n");
        return {};
      },
    },
  },
};
`);

const REPORT = `    return {
      markdown: "# Of " + context.dataHandles.map((one: any) => one.name).join(", "),
      json: { wrote: context.dataHandles.map((one: any) => one.name) },
    };`;

/** Makes one. */
export async function sharedRepository(): Promise<SharedRepository> {
  const greeter = await greeterRepository(MODEL, {
    manifest: "reports:\n  - summary.ts\n",
    files: { "summary.ts": reportText(REPORT) },
  });
  const { repository } = greeter;
  const keeper = await createDefinition(repository, {
    type: "@acme/greeter",
    name: HIDDEN.name,
    globalArguments: { motto: HIDDEN.word },
  });
  const hello = (await findDefinition(repository, "hello")).definition;
  const vaults = memoryVaults({ main: {} });
  const run = (definition: string, inputs: Record<string, unknown>) =>
    runMethod(repository, {
      definition,
      method: "greet",
      inputs,
      vaults: vaults.open,
      onGrant: () => Promise.resolve(),
      reports: reportsAfter({}),
    }).catch(() => {});
  for (const [definition, word] of [["hello", "Ada"], [HIDDEN.name, HIDDEN.word]] as const) {
    await run(definition, { name: word, secret: SECRET });
    await run(definition, { name: `${word}-2` });
    await run(definition, { name: `nobody-${word}` });
  }
  return {
    repository,
    hello,
    keeper,
    without: () => withoutBehavior(repository, keeper.id),
    [Symbol.asyncDispose]: () => greeter[Symbol.asyncDispose](),
  };
}

async function withoutBehavior({ root, config }: Repository, id: string) {
  const folder = await temporaryFolder();
  copyFolder(root, `${folder.path}/repository`);
  copyFolder(config!, `${folder.path}/config`);
  const state = `${folder.path}/repository`;
  for (const path of await pathsNaming(state, id)) await Deno.remove(path, { recursive: true });
  return {
    repository: repositoryAt(state, `${folder.path}/config`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Whatever is named by a behavior's id, its file, and the index, which is made again. */
async function pathsNaming(root: string, id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(root)) {
    const path = `${root}/${entry.name}`;
    const named = entry.name.includes(id) || entry.name.startsWith("_catalog.db") ||
      entry.isFile && /\.yaml$/.test(entry.name) && (await Deno.readTextFile(path)).includes(id);
    if (named) found.push(path);
    else if (entry.isDirectory) found.push(...await pathsNaming(path, id));
  }
  return found;
}
