import { equal, rejects } from "node:assert/strict";
import { removeConsent } from "../consent/store.ts";
import { deleteDefinition } from "../behavior/definitions/delete.ts";
import { findDefinition } from "../repository/definitions/find.ts";
import { lockRepository } from "../repository/lock.ts";
import { modelText } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../testing/repository.ts";
import { runMethod } from "./run.ts";

const MODEL = modelText(
  `        const text = context.globalArgs.text + " " + args.name;
        const handle = await context.writeResource("greeting", "main", { text });
        return { dataHandles: [handle] };`,
  { globals: "{ text: z.string() }" },
);

/** A repository in which the person has agreed to what `greet` asks for. */
async function agreed(): Promise<TestRepository> {
  const greeter = await greeterRepository(MODEL, {
    globals: { text: "before" },
    manifest: "permissions:\n  net:\n    - api.example\n",
  });
  await greeter.greet();
  return greeter;
}

async function edit(path: string): Promise<void> {
  const before = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, before.replace("text: before", "text: after"));
}

/** What a run wrote that found its behavior held by another one, which let go after `meanwhile`. Nobody is asked. */
async function afterWaiting(
  { repository }: TestRepository,
  meanwhile: (path: string) => Promise<void>,
): Promise<unknown> {
  const { definition: { id }, path } = await findDefinition(repository, "hello");
  const held = await lockRepository(repository, { file: `locks/${id}.lock` });
  const { dataArtifacts: [artifact] } = await runMethod(repository, {
    definition: "hello",
    method: "greet",
    inputs: { name: "Ada" },
    onEvent({ kind }) {
      if (kind === "waiting") void meanwhile(path).then(() => held[Symbol.asyncDispose]());
    },
  });
  return (artifact?.attributes as { text?: string } | undefined)?.text;
}

Deno.test("a run that waited for its behavior runs it as it is by then", async () => {
  await using greeter = await agreed();
  equal(await afterWaiting(greeter, edit), "after Ada");
});

Deno.test("a run that waited for the datastore runs its behavior as it is by then", async () => {
  await using greeter = await agreed();
  const { dataArtifacts: [artifact] } = await greeter.greet({ name: "Ada" }, {
    async share(_behavior, work) {
      await edit((await findDefinition(greeter.repository, "hello")).path);
      return await work();
    },
  });
  equal((artifact?.attributes as { text?: string }).text, "after Ada");
});

Deno.test("a consent that was taken back while a run waited is none", async () => {
  await using greeter = await agreed();
  const waiting = afterWaiting(
    greeter,
    () => removeConsent(greeter.repository, "@acme/greeter"),
  );
  await rejects(waiting, refusal("consent_required"));
});

Deno.test("a behavior that was deleted while a run waited is not run, and gets no data", async () => {
  await using greeter = await agreed();
  const waiting = afterWaiting(greeter, (path) => Deno.remove(path));
  await rejects(waiting, refusal("definition_not_found"));
});

Deno.test("of two that delete a behavior at once the second learns that it is gone", async () => {
  await using greeter = await agreed();
  const { repository } = greeter;
  const both = await Promise.allSettled(
    [1, 2].map(() => deleteDefinition(repository, "hello", { force: true })),
  );
  const refused = both.filter((one) => one.status === "rejected").map(({ reason }) => reason.code);
  equal(refused.length === 1 && refused[0], "definition_not_found");
});
