import { deepEqual, equal } from "node:assert/strict";
import {
  deleteVersions,
  emptyRepository,
  OWNER,
  startAnew,
  stored,
  version,
} from "../../testing/stored.ts";
import { stopDiskAfter } from "../../testing/stopped_disk.ts";
import { ownerFolder } from "./folder.ts";
import { doneLine, encodeFrame } from "./frame.ts";
import { JOURNAL } from "./journal.ts";
import { dataNames } from "./versions.ts";
import { writeVersions } from "./write.ts";

Deno.test("a commit torn where its content reads as the end of one loses no later commit", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await writeVersions(repository, OWNER, [version("a", 1)]);
  const folder = ownerFolder(repository, OWNER);
  const journal = `${folder}/${JOURNAL}`;
  // A large frame that the kernel was writing when svc was killed. Its content is a method's own.
  const text = `\nend ${crypto.randomUUID()}\n${doneLine(undefined)}`;
  const metadata = { ...version("a", text).data, id: "x", version: 2, createdAt: "2026-01-01" };
  const frame = encodeFrame([{
    op: "write",
    metadata: { ...metadata, size: text.length + 5, checksum: "x" },
    content: new TextEncoder().encode(`${text}more\n`),
  }]);
  const cut = new TextDecoder().decode(frame).indexOf(text) + text.length;
  await Deno.writeFile(journal, frame.subarray(0, cut), { append: true });
  await writeVersions(repository, OWNER, [version("a", 2), version("b", 1)]);
  const before = await stored(repository);
  // The disk lost what only the journal made sure of.
  await startAnew(folder);
  await Deno.remove(`${folder}/b`, { recursive: true });
  await dataNames(repository, OWNER);
  deepEqual(await stored(repository), before);
});

Deno.test("a journal replayed half way, as often as it takes, ends where it ends in one go", async () => {
  for (let number = 0, stopped = true; stopped; number++) {
    await using one = await emptyRepository();
    const { repository } = one;
    const folder = ownerFolder(repository, OWNER);
    await writeVersions(repository, OWNER, [version("a", 1), version("gone", 1)]);
    await writeVersions(repository, OWNER, [version("a", 2, { garbageCollection: 1 })]);
    await deleteVersions(repository, OWNER, "gone");
    const before = await stored(repository);
    await startAnew(folder);
    await Deno.remove(`${folder}/a`, { recursive: true });
    await Deno.remove(`${folder}/gone`, { recursive: true });
    for (const more of [0, 1]) {
      using disk = stopDiskAfter(number + more, `${repository.root}/.svc/data`);
      await dataNames(repository, OWNER).catch((error) => {
        if (error.message !== "stopped") throw error;
      });
      if (more === 0) stopped = disk.stopped;
    }
    await dataNames(repository, OWNER);
    deepEqual(await stored(repository), before, `stopped at ${number}`);
    const next = await writeVersions(repository, OWNER, [version("a", 3), version("gone", 2)]);
    equal(next.map((one) => one.version).join(), "3,2", "no number is given twice");
  }
});
