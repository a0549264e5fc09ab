import assert from "node:assert/strict";
import { infoAt } from "./info_at.ts";

Deno.test("what is at a path: a file, a link that is not followed, or nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/file`, "text");
    await Deno.symlink(`${folder}/absent`, `${folder}/link`);
    assert.equal((await infoAt(`${folder}/file`))?.size, 4);
    assert.equal((await infoAt(`${folder}/link`))?.isSymlink, true);
    assert.equal(await infoAt(`${folder}/absent`), undefined);
    assert.equal(await infoAt(`${folder}/file/below`), undefined);
    await assert.rejects(infoAt(`${folder}/${"x".repeat(300)}`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
