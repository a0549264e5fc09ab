import { packed, SOUND } from "@svc/scorecard/archive/testing";
import assert from "node:assert/strict";
import { sourceProcesses } from "./process.ts";

Deno.test("a process reads its one folder, and is ended when it takes too long", async () => {
  const [folder, outside] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  const deno = Deno.execPath();
  const worker = sourceProcesses({ deno, folder, timeLimitMs: 3_600_000 });
  const hurried = sourceProcesses({ deno, folder, timeLimitMs: 1 });
  const list = (path: string, by = worker) =>
    by.do({ ask: "list", archive: { checksum: path, path } }, "me");
  try {
    for (const place of [folder, outside]) await Deno.writeFile(`${place}/a`, await packed(SOUND));
    assert.deepEqual(
      (await list(`${folder}/a`)).map(({ path }) => path),
      ["manifest.yaml", "models/tool.ts"],
    );
    const archive = { checksum: "a", path: `${folder}/a` };
    const task = { ask: "show", archive, file: "models/tool.ts", plain: false } as const;
    assert.match(JSON.stringify(await worker.do<"show">(task, "me")), /t-keyword/);
    await assert.rejects(list(`${outside}/a`), /NotCapable|permission/);
    await Deno.writeFile(`${folder}/broken`, new Uint8Array([1, 2, 3]));
    await assert.rejects(list(`${folder}/broken`), { code: "archive_invalid" });

    // Nobody ever writes into this pipe, so reading it never ends.
    const { success } = await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
    assert.ok(success);
    await assert.rejects(list(`${folder}/pipe`, hurried), {
      code: "unavailable",
      message: "Reading these sources took too long",
    });
  } finally {
    await Promise.all([worker.close(), hurried.close()]);
    for (const place of [folder, outside]) await Deno.remove(place, { recursive: true });
  }
});
