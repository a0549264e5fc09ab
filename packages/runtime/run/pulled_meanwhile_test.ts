import { deepEqual, equal, ok } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { createDefinition } from "../definitions/create.ts";
import { installExtension } from "../installed/install.ts";
import { removeExtension } from "../installed/remove.ts";
import { linesOf } from "../process/lines.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { scratchFolders } from "../sandbox/scratch.ts";
import { GREET, modelText, temporaryFolder } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { verifiedExtension } from "../testing/verified.ts";
import type { RunOptions } from "./request.ts";
import { runMethod } from "./run.ts";

const NAME = "@acme/greeter";
const OLD = "2026.01.02.3";
const NEW = "2026.02.02.1";

/** A method that runs until its process is ended. */
const FOREVER = `        await context.writeResource("greeting", "main", { text: "begun" });
        await new Promise((resolve) => setTimeout(resolve, 1e8));
        return { dataHandles: [] };`;

/** A repository that pulled a greeter which says its version, and a behavior of it. */
async function pulled(body = GREET) {
  const stack = new AsyncDisposableStack();
  const root = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(root.path);
  const repository = repositoryAt(root.path, config.path);
  const pull = async (version: string, force = false) => {
    const text = modelText(body.replace("Hello", `${version}:`));
    await installExtension(repository, await verifiedExtension(text, { version }), { force });
  };
  await pull(OLD);
  await createDefinition(repository, { type: NAME, name: "hello" });
  const bundles = () => [...Deno.readDirSync(`${repository.state}/bundles`)].length;
  return { repository, pull, bundles, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function greet(repository: Repository, options: RunOptions = {}): Promise<string> {
  const request = { definition: "hello", method: "greet", inputs: { name: "Ada" }, ...options };
  const { dataArtifacts: [artifact] } = await runMethod(repository, request);
  return (artifact!.attributes as { text: string }).text;
}

/** What a run says during which something happens exactly between its admission and its child's start. */
async function greetWhile(
  repository: Repository,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const scratch = await scratchFolders();
  return await greet(repository, {
    early: {
      take: () => ({
        scratch,
        async handOver() {
          await meanwhile();
          return undefined;
        },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
      remember: () => Promise.resolve(),
    },
  });
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
    "a removal": () => removeExtension(repository, NAME),
  };
  for (const [what, change] of Object.entries(meanwhile)) {
    await test.step(what, async () => {
      await pull(OLD);
      equal(await greetWhile(repository, change), `${OLD}: Ada`);
    });
  }
});

Deno.test("what a run had kept, the next change removes", async () => {
  await using here = await pulled();
  const { repository, pull, bundles } = here;
  await greetWhile(repository, async () => {
    await pull(NEW);
    equal(bundles(), 2);
  });
  equal(await greet(repository), `${NEW}: Ada`);
  await pull(NEW, true);
  equal(bundles(), 1);
  await removeExtension(repository, NAME);
  equal(bundles(), 0);
});

Deno.test("a run that was killed keeps nothing", async () => {
  await using here = await pulled(FOREVER);
  const { repository, pull, bundles } = here;
  const { root, config } = repository;
  const module = `${import.meta.dirname}/../testing/killed_run.ts`;
  const svc = workspaceProcess(module, { root, config });
  for await (const _ of linesOf(svc.stdout)) {
    await pull(NEW);
    equal(bundles(), 2);
    svc.kill("SIGKILL");
  }
  equal((await svc.status).signal, "SIGKILL");
  await pull(NEW, true);
  equal(bundles(), 1);
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
      await removeExtension(repository, NAME);
    }
    changing = false;
  };
  const said = new Set<string>();
  const run = async (definition: string) => {
    while (changing) {
      const request = { definition, method: "greet", inputs: { name: "Ada" } };
      try {
        const { dataArtifacts: [artifact] } = await runMethod(repository, request);
        said.add((artifact!.attributes as { text: string }).text);
      } catch (error) {
        const refused = isSvcError(error) ? error.code : undefined;
        ok(refused === "unknown_type" || refused === "consent_required", `${error}`);
      }
    }
  };
  await Promise.all([change(), ...["hello", "second", "third"].map(run)]);
  ok(said.size > 0);
  deepEqual([...said].filter((text) => text !== `${OLD}: Ada` && text !== `${NEW}: Ada`), []);
});
