import type { RunResult } from "@svc/core/answer";
import { deepEqual, equal, ok } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { asPermissions } from "@svc/core/permission";
import { createDefinition } from "../behavior/definitions/create.ts";
import { installExtension } from "../consent/installed/install.ts";
import { removeExtensions } from "../consent/installed/remove.ts";
import { linesOf } from "../base/process/lines.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { modelText, temporaryFolder } from "../testing/extension.ts";
import { memoryVaults } from "../testing/memory_vaults.ts";
import { workspaceProcess } from "../testing/process.ts";
import { verifiedExtension } from "../testing/verified.ts";
import type { RunOptions } from "./request.ts";
import { runMethod } from "./run.ts";

const NAME = "@acme/greeter";
const OLD = "2026.01.02.3";
const NEW = "2026.02.02.1";

/** Says the version of its code and of its file. */
const GREET = `        const words = await Deno.readTextFile(context.extensionFile("words.txt"));
        const text = "CODE " + words + ": " + args.name;
        await context.writeResource("greeting", "main", { text });`;

/** A method that runs until its process is ended. */
const FOREVER = `        await context.writeResource("greeting", "main", { text: "begun" });
        await new Promise((resolve) => setTimeout(resolve, 1e8));
        return { dataHandles: [] };`;

/** As {@linkcode GREET}, once it has begun, said so, and been told to go on by a file. */
const LATER = `        await context.writeResource("greeting", "begun", { text: "begun" });
        for (let told = false; !told;) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          for await (const { name } of Deno.readDir("signs")) told ||= name === "go";
        }
${GREET}`;

/** What a run of a version says. */
const said = (version: string, name = "Ada") => `${version} ${version}: ${name}`;

/** A repository that pulled a greeter which says its versions, and a behavior of it. */
async function pulled(body = GREET) {
  const stack = new AsyncDisposableStack();
  const root = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(root.path);
  const repository = repositoryAt(root.path, config.path);
  const pull = async (version: string, force = false) => {
    const extension = await verifiedExtension(modelText(body.replace("CODE", version)), {
      version,
      manifest: "permissions:\n  read:\n    - signs\nadditionalFiles:\n  - words.txt\n",
      files: { "words.txt": version },
    });
    await installExtension(repository, extension, {
      decide: ({ asked }) => Promise.resolve(asPermissions(asked)),
      force,
    });
  };
  await pull(OLD);
  await createDefinition(repository, { type: NAME, name: "hello" });
  /** How many versions there are the bundles of, and how many the files of. */
  const kept = () =>
    ["bundles", "files"].map((part) => [...Deno.readDirSync(`${repository.state}/${part}`)].length);
  return { repository, pull, kept, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function greet(
  repository: Repository,
  options: RunOptions = {},
  name = "Ada",
): Promise<string> {
  const request = { definition: "hello", method: "greet", inputs: { name }, ...options };
  return textOf(await runMethod(repository, request));
}

function textOf({ dataArtifacts }: RunResult): string {
  return (dataArtifacts.at(-1)!.attributes as { text: string }).text;
}

/** What a run says during which something happens between its admission and its child's start. */
async function greetWhile(
  repository: Repository,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const vaults = memoryVaults({ main: { NAME: "Ada" } });
  return await greet(repository, {
    // Its arguments are read once it is admitted.
    async vaults(repository) {
      await meanwhile();
      return await vaults.open(repository);
    },
  }, "${{ vault.get(main, NAME) }}");
}

Deno.test("a run that was admitted runs the version it was admitted with, whatever is pulled before it starts", async (test) => {
  await using here = await pulled();
  const { repository, pull } = here;
  const meanwhile: Record<string, () => Promise<unknown>> = {
    "an update": () => pull(NEW),
    "two updates": async () => {
      await pull(NEW);
      await pull(OLD);
      await pull(NEW);
    },
    "the same version again": () => pull(OLD, true),
    "a removal": () => removeExtensions(repository, [NAME]),
  };
  for (const [what, change] of Object.entries(meanwhile)) {
    await test.step(what, async () => {
      await pull(OLD);
      equal(await greetWhile(repository, change), said(OLD, "***"));
    });
  }
});

Deno.test("a method that runs reads the files of its version, whatever is pulled meanwhile", async () => {
  await using here = await pulled(LATER);
  const { repository, pull } = here;
  await Deno.mkdir(`${repository.root}/signs`);
  const begun = Promise.withResolvers<void>();
  const running = greet(repository, {
    onEvent: (event) => event.kind === "data" && begun.resolve(),
  });
  await Promise.race([begun.promise, running]);
  await pull(NEW);
  await pull(OLD);
  await pull(NEW);
  await removeExtensions(repository, [NAME]);
  await Deno.writeTextFile(`${repository.root}/signs/go`, "");
  equal(await running, said(OLD));
});

Deno.test("what a run had kept, the next change removes", async () => {
  await using here = await pulled();
  const { repository, pull, kept } = here;
  await greetWhile(repository, async () => {
    await pull(NEW);
    deepEqual(kept(), [2, 2]);
  });
  equal(await greet(repository), said(NEW));
  await pull(NEW, true);
  deepEqual(kept(), [1, 1]);
  await removeExtensions(repository, [NAME]);
  deepEqual(kept(), [0, 0]);
});

Deno.test("a run that was killed keeps nothing", async () => {
  await using here = await pulled(FOREVER);
  const { repository, pull, kept } = here;
  const { root, config } = repository;
  const module = `${import.meta.dirname}/../testing/killed_run.ts`;
  const svc = workspaceProcess(module, { root, config });
  for await (const _ of linesOf(svc.stdout)) {
    await pull(NEW);
    deepEqual(kept(), [2, 2]);
    svc.kill("SIGKILL");
  }
  equal((await svc.status).signal, "SIGKILL");
  await pull(NEW, true);
  deepEqual(kept(), [1, 1]);
});

Deno.test("runs beside pulls, updates and removals run one version or are refused before they begin", async () => {
  await using here = await pulled();
  const { repository, pull } = here;
  for (const name of ["second", "third"]) await createDefinition(repository, { type: NAME, name });
  await pull(NEW);
  let changing = true;
  const change = async () => {
    for (let round = 0; round < 2; round++) {
      await pull(OLD);
      await pull(NEW);
      await pull(NEW, true);
      await removeExtensions(repository, [NAME]);
    }
    changing = false;
  };
  const heard = new Set<string>();
  const run = async (definition: string) => {
    while (changing) {
      const request = { definition, method: "greet", inputs: { name: "Ada" } };
      try {
        heard.add(textOf(await runMethod(repository, request)));
      } catch (error) {
        const refused = isSvcError(error) ? error.code : undefined;
        ok(refused === "unknown_type" || refused === "consent_required", `${error}`);
      }
    }
  };
  await Promise.all([change(), ...["hello", "second", "third"].map(run)]);
  ok(heard.size > 0);
  deepEqual([...heard].filter((text) => text !== said(OLD) && text !== said(NEW)), []);
});
