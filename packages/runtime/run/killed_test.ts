import { deepEqual, equal, ok } from "node:assert/strict";
import { getData, listVersions } from "../data/mod.ts";
import { sha256Hex } from "../base/files/digest.ts";
import { modelText } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { greeterRepository } from "../testing/repository.ts";
import { linesOf } from "../base/process/lines.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_run.ts`;

Deno.test("when svc is killed the method ends too, and each version is whole or absent", async () => {
  await using greeter = await greeterRepository(
    modelText(`        if (args.name === "after") {
          return { dataHandles: [await context.writeResource("greeting", "main", { text: "after" })] };
        }
        const file = await Deno.open(context.repoDir + "/out/alive", { write: true, create: true });
        await file.lock(true);
        for (;;) {
          await context.writeResource("greeting", "main", { text: "x".repeat(20_000) });
        }`),
    { manifest: "permissions:\n  write:\n    - out\n" },
  );
  const { repository } = greeter;
  await Deno.mkdir(`${repository.root}/out`);
  // What a killed svc leaves behind goes with the repository.
  const temporary = { TMPDIR: repository.root };
  for (const enough of [1, 4]) {
    const task = { root: repository.root, config: repository.config };
    const svc = workspaceProcess(MODULE, task, temporary);
    let seen = 0;
    for await (const _ of linesOf(svc.stdout)) if (++seen === enough) svc.kill("SIGKILL");
    equal((await svc.status).signal, "SIGKILL");
    ok(seen >= enough);

    // Waits for as long as the method lives.
    using alive = await Deno.open(`${repository.root}/out/alive`, { write: true });
    await alive.lock(true);
    await alive.unlock();

    const { versions } = await listVersions(repository, "hello", "main");
    ok(versions.length >= 1);
    for (const { version, size, checksum } of versions) {
      const item = await getData(repository, "hello", "main", { version });
      const raw = await Deno.readFile(`${repository.root}/${item.contentPath}`);
      deepEqual([raw.length, await sha256Hex(raw)], [size, checksum]);
    }
  }
  // Nothing is locked, and the next number follows the last.
  const { versions } = await listVersions(repository, "hello", "main");
  await greeter.greet({ name: "after" });
  const item = await getData(repository, "hello", "main");
  deepEqual([item.content, item.version], [{ text: "after" }, versions[0]!.version + 1]);
});
