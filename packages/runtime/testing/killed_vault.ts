// Changes secrets of the vault `main`. Just before each change of the file system it copies what a kill
// would leave behind there, so that a test can go on from every place there is; or it does kill itself,
// before the change whose number is given.
import { repositoryAt } from "../repository/repository.ts";
import { findVault } from "../providers/vaults/configuration/find.ts";
import { openVault } from "../providers/vaults/open.ts";
import { migrateVault } from "../providers/vaults/migrate.ts";
import { rotateVault } from "../providers/vaults/rotate.ts";
import { copyFolder } from "./copied.ts";
import { beforeEachChange } from "./each_change.ts";
import { openHere } from "./file_vault.ts";

/** What to do where, and how far. */
export interface KilledVault {
  root: string;
  work:
    | "rotate"
    | { put: [key: string, value: string] }
    | { delete: string }
    | { migrate: { type: string; config: Record<string, unknown> } };
  /** A folder that gets a copy of the repository before each change, named by its number. */
  copies?: string;
  /** The change of the file system that does not happen any more. */
  killBefore?: number;
}

if (import.meta.main) {
  const { root, work, copies, killBefore } = JSON.parse(Deno.args[0]!) as KilledVault;
  const repository = repositoryAt(root);
  const changes = beforeEachChange([root], (number) => {
    if (copies) copyFolder(root, `${copies}/${number}`);
    if (number === killBefore) Deno.kill(Deno.pid, "SIGKILL");
  });
  const main = await findVault(repository, "main");
  if (work === "rotate") await rotateVault(repository, main);
  else if ("migrate" in work) {
    await migrateVault(repository, "main", work.migrate, openHere(repository));
  } else {
    await using vault = await openVault(repository, main);
    if ("put" in work) await vault.put(...work.put);
    else await vault.delete!(work.delete);
  }
  await Deno.stdout.write(new TextEncoder().encode(`${changes()}\n`));
}
