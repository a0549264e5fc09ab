import { deepEqual, equal, ok } from "node:assert/strict";
import { repositoryAt } from "../../../repository/repository.ts";
import { copyFolder } from "../../../testing/copied.ts";
import { workspaceProcess } from "../../../testing/process.ts";
import type { RacingVault } from "../../../testing/racing_vault.ts";
import { localVault } from "../../../testing/vault.ts";
import { openVault } from "../open.ts";
import { rotateVault } from "../rotate.ts";

const MODULE = `${import.meta.dirname}/../../../testing/racing_vault.ts`;

Deno.test("processes that put, read and rotate at once lose nothing, also when one is killed", async () => {
  await using made = await localVault();
  const { repository, main, folder } = made;
  await using vault = await openVault(repository, main);
  await vault.put("kept", "kept all along");
  const start = (work: RacingVault["work"], name: string, times: number) =>
    workspaceProcess(MODULE, { root: repository.root, work, name, times } satisfies RacingVault);
  // One dies while it rotates and another reads; who comes next goes on where it was.
  const doomed = start("rotate", "doomed", 1_000_000);
  const reader = start("get", "reader", 200);
  const [dying, reading] = [doomed.stdout.getReader(), reader.stdout.getReader()];
  await Promise.all([dying.read(), reading.read()]);
  doomed.kill("SIGKILL");
  const rest = await Promise.all(
    [
      start("rotate", "one", 4),
      start("rotate", "two", 4),
      start("put", "a", 12),
      start("put", "b", 12),
    ].map((child) => child.output()),
  );
  equal((await doomed.status).signal, "SIGKILL");
  ok((await reader.status).success);
  await Promise.all([dying.cancel(), reading.cancel()]);
  for (const { success } of rest) ok(success);

  const names = ["a", "b"].flatMap((name) =>
    Array.from({ length: 12 }, (_, number) => `${name}-${number}`)
  );
  deepEqual(await vault.list(), [...names, "kept", "last"].sort());
  for (const name of names) equal(await vault.get(name), `of ${name}`);
  ok(["a", "b"].includes(await vault.get("last")));
  await rotateVault(repository, main);
  const ring = JSON.parse(await Deno.readTextFile(`${folder}/.key`));
  equal(Object.keys(ring.keys).length, 1);
});

Deno.test("processes that put the first secret at once agree on one key, also in copies with a shared key file", async () => {
  await using place = await localVault();
  await using made = await localVault({ key_file: `${place.outside}/main.key` });
  const copy = `${made.outside}/copy`;
  copyFolder(made.repository.root, copy);
  const roots = [made.repository.root, copy];
  const children = roots.flatMap((root, at) =>
    ["a", "b"].map((name) => {
      const task: RacingVault = { root, work: "put", name: `${name}${at}`, times: 1 };
      return workspaceProcess(MODULE, task).output();
    })
  );
  for (const { success } of await Promise.all(children)) ok(success);
  const ring = JSON.parse(await Deno.readTextFile(`${place.outside}/main.key`));
  equal(Object.keys(ring.keys).length, 1);
  for (const [at, root] of roots.entries()) {
    await using vault = await openVault(repositoryAt(root), made.main);
    deepEqual(await vault.list(), [`a${at}-0`, `b${at}-0`, "last"]);
    for (const name of ["a", "b"]) equal(await vault.get(`${name}${at}-0`), `of ${name}${at}-0`);
  }
});
