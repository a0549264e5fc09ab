import { deepEqual, equal, ok } from "node:assert/strict";
import { listFilesBelow } from "../base/files/read.ts";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { copyFolder } from "../testing/copied.ts";
import type { KilledImport } from "../testing/killed_import.ts";
import { writeOldRepository } from "../testing/old_repository.ts";
import { changesOf } from "../testing/changes.ts";
import { withoutSync } from "../testing/without_sync.ts";
import { importRepository } from "./import.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_import.ts`;

const changes = (task: KilledImport) => changesOf(MODULE, task);

Deno.test("an import killed before any change of the disk is not a repository or a whole one, and the same call completes it", async () => {
  await using folder = await temporaryFolder();
  using _disk = withoutSync();
  const from = await Deno.realPath(folder.path) + "/old";
  // What is prepared knows its repository, so every state is tried at the same place.
  const [to, copies] = [`${folder.path}/new`, `${folder.path}/killed`] as const;
  await writeOldRepository(from);
  await Deno.mkdir(copies);
  // A process that is killed there leaves what was copied.
  equal(await changes({ from, to, copies, killBefore: 20 }), "SIGKILL");
  deepEqual(await snapshot(to), await snapshot(`${copies}/20`));

  await Deno.remove(to, { recursive: true });
  const count = await changes({ from, to, copies });
  ok(typeof count === "number");
  const whole = await snapshot(to);

  let [before, after] = [0, 0];
  for (let number = 1; number <= count; number++) {
    copyFolder(`${copies}/${number}`, to);
    const marked = await Deno.lstat(`${to}/.svc.yaml`).then(() => true, () => false);
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
  }
  ok(before > 20, `${before} places before the marker`);
  ok(after > 0, "places after the marker");
});

Deno.test("an import that an earlier release was killed over is completed", async () => {
  await using folder = await temporaryFolder();
  const from = await Deno.realPath(folder.path) + "/old";
  const to = `${folder.path}/new`;
  await Deno.mkdir(from);
  // As that release had written it, but for where the folders are.
  const ready =
    '{"path":"TO","from":"FROM","dryRun":false,"behaviors":[{"name":"web","type":"@acme/servers",' +
    '"path":"behaviors/web.yaml"}],"vaults":[],"secrets":0,"data":{"items":0,"versions":0,"bytes":0},' +
    '"runs":0,"extensionSources":[],"pull":["@acme/scan@2026.01.01.1"],"leftOut":[{"path":"x.txt","why":' +
    '"it is not a YAML file","fix":"Copy it by hand if you need it."}],"nextSteps":["svc extension pull ' +
    '@acme/scan@2026.01.01.1","svc behavior validate"]}';
  const text = ready.replace("TO", to).replace("FROM", from);
  await writeFiles(to, {
    ".svc-importing/ready.json": text,
    ".svc-importing/new/behaviors/web.yaml": "name: web\n",
    // This folder was in its place by then.
    "vaults/main.yaml": "name: main\n",
  });
  deepEqual(await importRepository(to, { from }), JSON.parse(text));
  const files = await listFilesBelow(to);
  deepEqual(files.filter((file) => /^(\.svc|behaviors|vaults)/.test(file)).sort(), [
    ".svc.yaml",
    "behaviors/web.yaml",
    "vaults/main.yaml",
  ]);
});

/** Every file with its text, but for what each repository has of its own. */
async function snapshot(root: string): Promise<string[]> {
  const files = await listFilesBelow(root);
  return await Promise.all(
    files.map(async (file) =>
      file === ".svc.yaml" ? file : `${file} ${await Deno.readTextFile(`${root}/${file}`)}`
    ),
  );
}
