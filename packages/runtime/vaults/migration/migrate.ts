import { isSvcError, SvcError } from "@svc/core/error";
import { withRoom } from "../../files/disk_full.ts";
import type { VaultProvider } from "../../providers/vault_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { type FoundVault, LOCAL_TYPE, vaultType } from "../configuration/configuration.ts";
import { findVaultFile } from "../configuration/find.ts";
import { lockVault, lockVaults } from "../configuration/lock.ts";
import { fileByType, switchConfiguration } from "../configuration/move.ts";
import { assertLocalConfig } from "../local/config.ts";
import { assertNoSecretsLeft, removeEmptyVault } from "../local/left.ts";
import {
  assertCopied,
  assertFree,
  copySecrets,
  deleteCopied,
  type KeptSecret,
  type OnProgress,
  undoCopies,
} from "./copy.ts";
import {
  type Backend,
  isSameBackend,
  type Journal,
  journalPath,
  readJournal,
  removeJournal,
  writeJournal,
} from "./journal.ts";

/** What a migration did. */
export interface Migration {
  name: string;
  /** Type of the old backend. */
  from: string;
  /** Type of the new one. */
  to: string;
  /** Secrets that are in the new backend. */
  secrets: number;
  /** Those that are still in the old one as well. */
  kept: KeptSecret[];
}

/** How to migrate. */
export interface MigrationOptions {
  /** Opens the vault at a place, for one who holds its lock. */
  open(repository: Repository, configuration: FoundVault["configuration"]): Promise<VaultProvider>;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Moves the secrets of a vault to another backend; its name stays. Every secret is copied and read back
 * before the configuration is switched, in one step, and only what the new backend gives back is deleted
 * from the old. Whoever writes to the vault meanwhile waits. Killed at any moment, the same call goes on
 * where it was, and until the switch the vault is where it was.
 *
 * @throws SvcError `invalid_argument` for a place that the vault is at already; `conflict` when the new
 *   place has one of the keys, or another migration has begun; `vault_failed` when the new backend loses
 *   or changes a secret: the copies are then taken back; else as the vaults
 */
export async function migrateSecrets(
  repository: Repository,
  name: string,
  wanted: { type: string; config?: Record<string, unknown> },
  options: MigrationOptions,
): Promise<Migration> {
  const to: Backend = { type: vaultType(wanted.type), config: wanted.config ?? {} };
  const { configuration } = await findVaultFile(repository, name);
  await using _lock = await lockVault(repository, configuration, { signal: options.signal });
  return await withRoom("no secret was deleted; migrate again to complete it", async () => {
    const found = await findVaultFile(repository, name);
    const begun = readJournal(repository, found.configuration);
    const switched = begun !== undefined && isSameBackend(found.configuration, begun.to);
    const moved = begun !== undefined && !switched &&
      !isSameBackend(found.configuration, begun.from);
    if (begun !== undefined && (moved || !isSameBackend(begun.to, to))) {
      // What is left of one that has switched can be done first.
      if (!switched) throw otherBegun(repository, found, begun);
      await finish(repository, found, begun, options);
      return await start(repository, found, to, options);
    }
    if (switched) return await finish(repository, found, begun!, options);
    return await start(repository, found, to, options, begun);
  });
}

async function start(
  repository: Repository,
  found: FoundVault,
  to: Backend,
  options: MigrationOptions,
  begun?: Journal,
): Promise<Migration> {
  const { configuration } = found;
  const { name, type, config } = configuration;
  const journal = begun ?? { from: { type, config }, to };
  if (begun === undefined) await assertCanMove(repository, found, to);
  const sides = { name, to: to.type };
  const target = { ...configuration, ...to };
  const keys = await copied();
  const complete = { ...journal, copied: keys };
  await writeJournal(repository, configuration, complete);
  {
    await using _lock = await lockVaults(repository);
    await switchConfiguration(repository, found, to);
  }
  return await finish(repository, { ...found, configuration: target }, complete, options);

  async function copied(): Promise<string[]> {
    await using source = await options.open(repository, configuration);
    const keys = await source.list();
    {
      await using provider = await options.open(repository, target);
      if (begun === undefined) {
        await assertFree(sides, keys, provider);
        await writeJournal(repository, configuration, journal);
      }
      await copySecrets(source, provider, keys, options.onProgress);
    }
    // Opened anew: what it only remembers is lost by now.
    await using provider = await options.open(repository, target);
    try {
      await assertCopied(sides, source, provider, keys);
    } catch (error) {
      const wrong = isSvcError(error) && error.code === "vault_failed";
      if (wrong && await undoCopies(provider, keys)) await removeJournal(repository, configuration);
      throw error;
    }
    return keys;
  }
}

/** Deletes what is in the old backend, puts the file into its place and forgets the migration. */
async function finish(
  repository: Repository,
  found: FoundVault,
  { from, to, copied = [] }: Journal,
  { open }: MigrationOptions,
): Promise<Migration> {
  const { configuration } = found;
  const kept = await deleted();
  if (from.type === LOCAL_TYPE) await removeEmptyVault(repository, configuration.name);
  await fileByType(repository, found);
  await removeJournal(repository, configuration);
  return {
    name: configuration.name,
    from: from.type,
    to: to.type,
    secrets: copied.length,
    kept,
  };

  async function deleted(): Promise<KeptSecret[]> {
    if (copied.length === 0) return [];
    await using source = await open(repository, { ...configuration, ...from });
    await using target = await open(repository, configuration);
    return await deleteCopied(source, target, copied);
  }
}

async function assertCanMove(
  repository: Repository,
  { configuration }: FoundVault,
  to: Backend,
): Promise<void> {
  const { name } = configuration;
  if (isSameBackend(configuration, to)) {
    throw new SvcError("invalid_argument", `The vault '${name}' is there already`, {
      hint: "Name another type, or another configuration of it.",
    });
  }
  if (to.type !== LOCAL_TYPE) return;
  if (configuration.type === LOCAL_TYPE) {
    throw new SvcError("invalid_argument", `The vault '${name}' is a local one already`, {
      hint: `'svc vault rotate ${name}' gives it a new key.`,
    });
  }
  assertLocalConfig(repository, to.config);
  await assertNoSecretsLeft(repository, name);
}

function otherBegun(
  repository: Repository,
  { configuration }: FoundVault,
  { to }: Journal,
): SvcError {
  return new SvcError(
    "conflict",
    `A migration of '${configuration.name}' to ${to.type} has begun and is not complete`,
    {
      hint: "Run it again with the same type and configuration. To give it up, delete " +
        `${
          journalPath(repository, configuration)
        }: the vault has stayed where it was, and ${to.type} ` +
        "may have copies of its secrets.",
    },
  );
}
