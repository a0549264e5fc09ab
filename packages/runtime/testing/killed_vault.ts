// What is done to the vault `main` of a repository, by processes that are killed.
import { repositoryAt } from "../repository/repository.ts";
import { findVault } from "../providers/vaults/configuration/find.ts";
import type { MigrationRequest } from "../providers/vaults/migration/migrate.ts";
import { openVault } from "../providers/vaults/open.ts";
import { migrateVault } from "../providers/vaults/migrate.ts";
import { rotateVault } from "../providers/vaults/rotate.ts";
import { openHere } from "./file_vault.ts";

/** A change of the secrets of a vault. */
export type VaultWork = "rotate" | { put: [key: string, value: string] } | { delete: string };

/** Changes secrets. */
export async function change(root: string, work: VaultWork): Promise<void> {
  const repository = repositoryAt(root);
  const main = await findVault(repository, "main");
  if (work === "rotate") return void await rotateVault(repository, main);
  await using vault = await openVault(repository, main);
  if ("put" in work) await vault.put(...work.put);
  else await vault.delete!(work.delete);
}

/** Moves it to another place. */
export async function migrate(root: string, to: MigrationRequest): Promise<void> {
  const repository = repositoryAt(root);
  await migrateVault(repository, "main", to, openHere(repository));
}
