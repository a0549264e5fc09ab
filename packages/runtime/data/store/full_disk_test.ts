import { deepEqual, equal, ok } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { fillDiskAfter } from "../../testing/full_disk.ts";
import { deleteVersions, emptyRepository, OWNER, stored, version } from "../../testing/stored.ts";
import type { Repository } from "../../repository/repository.ts";
import { ownerFolder } from "./folder.ts";
import { dataNames } from "./versions.ts";
import { writeVersions } from "./write.ts";

const OPERATIONS: Record<string, (repository: Repository) => Promise<unknown>> = {
  "a batch": (repository) =>
    writeVersions(repository, OWNER, [
      version("a", 2, { garbageCollection: 1 }),
      version("new", 1),
    ]),
  "a deletion": (repository) => deleteVersions(repository, OWNER, "a"),
};
for (const [what, change] of Object.entries(OPERATIONS)) {
  Deno.test(`${what}, on a disk that gets full at any moment, has happened or is refused`, async () => {
    for (let number = 0, refusals = 0;; number++) {
      await using one = await emptyRepository();
      const { repository } = one;
      await writeVersions(repository, OWNER, [version("a", 1)]);
      const before = await stored(repository);
      let refused = false;
      let wasFull: boolean;
      {
        using disk = fillDiskAfter(number, ownerFolder(repository, OWNER));
        await change(repository).catch((error) => {
          if (!isSvcError(error) || error.code !== "disk_full") throw error;
          refused = true;
        });
        // Who reads on a full disk finds what there is.
        deepEqual(await dataNames(repository, OWNER), await names(repository));
        ({ wasFull } = disk);
      }
      if (refused) {
        refusals++;
        deepEqual(await stored(repository), before, `full after ${number}`);
      }
      const next = await writeVersions(repository, OWNER, [version("a", 9)]);
      const given = !refused && what === "a batch" ? 2 : 1;
      equal(next[0]!.version, given + 1, `full after ${number}`);
      if (!wasFull) {
        ok(refusals > 1, `${refusals} refused`);
        break;
      }
    }
  });
}

async function names(repository: Repository): Promise<string[]> {
  const there = await Array.fromAsync(Deno.readDir(ownerFolder(repository, OWNER)));
  return there.map(({ name }) => name).filter((name) => !name.includes("..")).sort();
}
