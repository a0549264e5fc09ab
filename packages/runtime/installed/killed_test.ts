import { deepEqual, equal, ok } from "node:assert/strict";
import { createDefinition } from "../definitions/create.ts";
import { listFolder } from "../files/read.ts";
import { initRepository } from "../repository/init.ts";
import { repositoryAt } from "../repository/repository.ts";
import { runMethod } from "../run/run.ts";
import { GREET, modelText, temporaryFolder } from "../testing/extension.ts";
import type { KilledInstall } from "../testing/killed_install.ts";
import { workspaceProcess } from "../testing/process.ts";
import { verifiedExtension } from "../testing/verified.ts";
import { installExtension } from "./install.ts";
import { verifyInstalled } from "./verify.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_install.ts`;

Deno.test("an update killed at any step leaves a type that runs, and the next pull completes it", async () => {
  await using folder = await temporaryFolder();
  const before = `${folder.path}/before`;
  await initRepository(before);
  const old = await verifiedExtension(modelText(GREET.replace("Hello", "Old")));
  const next = await verifiedExtension(modelText(GREET.replace("Hello", "New")), {
    version: "2026.02.02.1",
  });
  await installExtension(repositoryAt(before), old);
  await createDefinition(repositoryAt(before), { type: "@acme/greeter", name: "hello" });

  const { files, ...extension } = next;
  const update = async (root: string, killBefore: number) => {
    await new Deno.Command("cp", { args: ["-a", before, root] }).output();
    const task: KilledInstall = {
      root,
      extension,
      files: [...files].map(([path, { bytes }]) => [path, bytes.toBase64()]),
      killBefore,
    };
    const { signal, stdout } = await workspaceProcess(MODULE, task).output();
    return { signal, changes: Number(new TextDecoder().decode(stdout)) };
  };
  const whole = await update(`${folder.path}/whole`, 0);
  ok(whole.changes > 10, `${whole.changes} changes`);

  // The last ones put the new version into place; of those that prepare it, a few will do.
  const steps = Array.from({ length: whole.changes }, (_, index) => index + 1)
    .filter((step) => step % 6 === 1 || step > whole.changes - 7);
  for (const step of steps) {
    const root = `${folder.path}/killed${step}`;
    equal((await update(root, step)).signal, "SIGKILL", `step ${step}`);
    const repository = repositoryAt(root);
    const greet = async () => {
      const { dataArtifacts } = await runMethod(repository, {
        definition: "hello",
        method: "greet",
        inputs: { name: "Ada" },
      });
      return (dataArtifacts[0]!.attributes as { text: string }).text;
    };
    ok(["Old Ada", "New Ada"].includes(await greet()), `step ${step}`);
    const result = await installExtension(repository, next);
    equal(result.version, "2026.02.02.1");
    equal(await greet(), "New Ada", `step ${step}`);
    deepEqual((await verifyInstalled(repository, "@acme/greeter")).intact, true, `step ${step}`);
    const left = (await listFolder(`${repository.state}/pulled-extensions`))
      .map((entry) => entry.name).filter((name) => name.startsWith(".installing-"));
    if (!result.alreadyInstalled) deepEqual(left, [], `step ${step}`);
    await Deno.remove(root, { recursive: true });
  }
});
