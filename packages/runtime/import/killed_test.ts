import { deepEqual, ok } from "node:assert/strict";
import { listFilesBelow } from "../files/read.ts";
import { temporaryFolder } from "../testing/extension.ts";
import type { KilledImport } from "../testing/killed_import.ts";
import { writeOldRepository } from "../testing/old_repository.ts";
import { workspaceProcess } from "../testing/process.ts";
import { importRepository } from "./import.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_import.ts`;

Deno.test("an import killed before any change of the disk is no repository or a whole one, and the same call completes it", async () => {
  await using folder = await temporaryFolder();
  const from = await Deno.realPath(folder.path) + "/old";
  await writeOldRepository(from);
  await importRepository(`${folder.path}/whole`, { from });
  const whole = await snapshot(`${folder.path}/whole`);
  let [before, after] = [0, 0];
  for (let number = 1;; number++) {
    const to = `${folder.path}/new${number}`;
    const signal = await killed({ from, to, killBefore: number });
    const marked = await Deno.lstat(`${to}/.svc.yaml`).then(() => true, () => false);
    if (signal === null) {
      deepEqual(await snapshot(to), whole);
      break;
    }
    if (marked) {
      const there = await snapshot(to);
      for (const line of whole) ok(there.includes(line), `${number}: ${line}`);
      after += 1;
    } else before += 1;
    await importRepository(to, { from }).catch((error) => {
      // It was complete, and its staging folder was as good as gone.
      if (!marked || error.code !== "already_exists") throw error;
    });
    deepEqual((await snapshot(to)).filter((line) => !line.startsWith(".svc-importing")), whole);
    await Deno.remove(to, { recursive: true });
  }
  ok(before > 20, `${before} places before the marker`);
  ok(after > 0, "places after the marker");
});

async function killed(task: KilledImport): Promise<Deno.Signal | null> {
  const { signal, code } = await workspaceProcess(MODULE, task).output();
  ok(signal !== null || code === 0, `exit code ${code}`);
  return signal;
}

/** Every file with its text, but for what each repository has of its own. */
async function snapshot(root: string): Promise<string[]> {
  const files = await listFilesBelow(root);
  return await Promise.all(
    files.map(async (file) =>
      file === ".svc.yaml" ? file : `${file} ${await Deno.readTextFile(`${root}/${file}`)}`
    ),
  );
}
