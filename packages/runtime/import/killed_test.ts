import { deepEqual, ok, rejects } from "node:assert/strict";
import { listFilesBelow } from "../base/files/read.ts";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { killedAnywhere } from "../testing/killed.ts";
import { writeOldRepository } from "../testing/old_repository.ts";
import { refusal } from "../testing/refusal.ts";
import { importRepository } from "./import.ts";

Deno.test("an import killed before any change of the disk is not a repository or a whole one, and the same call completes it", async () => {
  await using folder = await temporaryFolder();
  const from = await Deno.realPath(folder.path) + "/old";
  const to = `${folder.path}/new`;
  await writeOldRepository(from);
  const killed = await killedAnywhere(to, {
    module: `${import.meta.dirname}/import.ts`,
    ...{ call: "importRepository", args: [to, { from }] },
  });
  const whole = await snapshot(to);
  ok(killed.count > 40, `${killed.count} changes`);

  const seen = new Set<boolean>();
  await killed.each(async () => {
    const marked = await Deno.lstat(`${to}/.svc.yaml`).then(() => true, () => false);
    seen.add(marked);
    const there = await snapshot(to);
    if (marked) { for (const line of whole) ok(there.includes(line), line); }
    await importRepository(to, { from }).catch((error) => {
      // It was complete, and its staging folder was as good as gone.
      if (!marked || error.code !== "already_exists") throw error;
    });
    deepEqual((await snapshot(to)).filter((line) => !line.startsWith(".svc-importing")), whole);
  });
  deepEqual(seen, new Set([false, true]));
});

Deno.test("an import that an earlier release was killed over is completed, unless it is damaged", async () => {
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
  const whole = JSON.parse(text);
  for (const key of Object.keys(whole)) {
    for (const value of [undefined, null, { a: 1 }, [7]]) {
      const damaged = JSON.stringify({ ...whole, [key]: value });
      await writeFiles(to, { ".svc-importing/ready.json": damaged });
      const refused = refusal("conflict", /svc-importing holds an import that svc cannot complete/);
      await rejects(importRepository(to, { from }), refused, damaged);
    }
  }
  await writeFiles(to, { ".svc-importing/ready.json": text });
  deepEqual(await importRepository(to, { from }), whole);
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
