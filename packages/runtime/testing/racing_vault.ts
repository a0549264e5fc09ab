// Uses the vault `main` as one of several processes at once.
import { repositoryAt } from "../repository/repository.ts";
import { findVault } from "../providers/vaults/configuration/find.ts";
import { openVault } from "../providers/vaults/open.ts";
import { rotateVault } from "../providers/vaults/rotate.ts";

/** What to do, so many times. */
export interface RacingVault {
  root: string;
  /** `put` writes `<name>-<number>` and the shared key `last`; `get` reads `kept`, whose value is known. */
  work: "rotate" | "put" | "get";
  name: string;
  times: number;
}

if (import.meta.main) {
  const { root, work, name, times } = JSON.parse(Deno.args[0]!) as RacingVault;
  const repository = repositoryAt(root);
  const main = await findVault(repository, "main");
  await Deno.stdout.write(new TextEncoder().encode("begun\n"));
  await using vault = await openVault(repository, main);
  for (let number = 0; number < times; number++) {
    if (work === "rotate") await rotateVault(repository, main);
    else if (work === "put") {
      await vault.put(`${name}-${number}`, `of ${name}-${number}`);
      await vault.put("last", name);
    } else if (await vault.get("kept") !== "kept all along") throw new Error("another value");
  }
}
