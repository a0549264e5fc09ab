import { deepEqual, equal } from "node:assert/strict";
import { findDefinition } from "../repository/definitions/find.ts";
import { ownerFolder } from "../data/store/folder.ts";
import { zodModelText } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { greeterRepository } from "../testing/repository.ts";
import { createVault, openVault } from "../providers/vaults/mod.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_run.ts`;

const MODEL = zodModelText(
  `        await context.writeResource("login", "kept", { token: "token-of-" + args.name });
        if (args.name === "waits") await Deno.writeTextFile(context.repoDir + "/out/pipe", "put");
        if (args.name === "waits") await new Promise(() => {});`,
).replace(
  "resources: {",
  `resources: { login: {
      schema: z.object({ token: z.string().meta({ sensitive: true }) }),
      lifetime: "infinite", garbageCollection: 5 },`,
)
  .replace("greet: {", "greet: { rollbackOnFailure: true,");

Deno.test("the next run takes back what a killed one had put and not written, and nothing else", async () => {
  await using at = await greeterRepository(MODEL, {
    manifest: "permissions:\n  write:\n    - out\n",
  });
  const { repository } = at;
  const configuration = await createVault(repository, { type: "local_encryption", name: "main" });
  await using vault = await openVault(repository, configuration);
  await vault.put("OWN", "a person's secret");
  const values = async () =>
    (await Promise.all((await vault.list()).map((key) => vault.get(key)))).sort();
  await at.greet({ name: "first" });
  await Deno.mkdir(`${repository.root}/out`);
  await new Deno.Command("mkfifo", { args: [`${repository.root}/out/pipe`] }).output();

  const { root, config } = repository;
  const svc = workspaceProcess(MODULE, { root, config, name: "waits" }, { TMPDIR: root });
  // Ends once the method has written, and so has put its secret.
  equal(await Deno.readTextFile(`${root}/out/pipe`), "put");
  svc.kill("SIGKILL");
  await svc.stdout.cancel();
  equal((await svc.status).signal, "SIGKILL");
  deepEqual(await values(), ["a person's secret", "token-of-first", "token-of-waits"]);

  // A file that came with the repository takes nobody else's secret away.
  const { definition, type } = await findDefinition(repository, "hello");
  const pending = `${ownerFolder(repository, { type, id: definition.id })}/..secrets`;
  const planted = JSON.stringify({ name: "kept", vault: "main", key: "OWN" });
  await Deno.writeTextFile(pending, `${planted}\n{"name":`, { append: true });
  await at.greet({ name: "second" });
  deepEqual(await values(), ["a person's secret", "token-of-first", "token-of-second"]);
  equal(await Deno.stat(pending).then(() => true, () => false), false);
});
