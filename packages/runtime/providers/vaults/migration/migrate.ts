import { isSvcError, SvcError } from "@svc/core/error";
import { dropIntent, readIntent, writeIntent } from "../../../base/files/intent.ts";
import { parentOf } from "../../../base/files/path.ts";
import { withRoom } from "../../../base/files/disk_full.ts";
import type { VaultProvider } from "../../vault_provider.ts";
import type { Repository } from "../../../repository/repository.ts";
import {
  type FoundVault,
  LOCAL_TYPE,
  type VaultConfiguration,
  vaultType,
} from "../configuration/configuration.ts";
import { findVaultFile } from "../configuration/find.ts";
import { lockVault, lockVaults } from "../configuration/lock.ts";
import { fileByType, switchConfiguration } from "../configuration/move.ts";
import { assertLocalConfig } from "../local/config.ts";
import { assertNoSecretsLeft, removeEmptyVault } from "../local/remove_empty.ts";
import {
  assertCopied,
  assertFree,
  copySecrets,
  deleteCopied,
  deleteGone,
  type OnProgress,
  planOf,
  type RemainingSecret,
  undoCopies,
} from "./copy.ts";
import {
  type Backend,
  isSameBackend,
  type Journal,
  migrationIntent,
  type Plan,
} from "./journal.ts";

/** What a migration did, or would do. Keys, never values. */
export interface Migration extends Plan {
  vaultName: string;
  fromType: string;
  toType: string;
  dryRun: boolean;
  /** Secrets that are still in the old backend as well, and why. */
  kept: RemainingSecret[];
}

/** Where a vault is to move, and how. */
export interface MigrationRequest {
  /** In any spelling. */
  type: string;
  config?: Record<string, unknown>;
  /** Compares both backends and changes nothing. */
  dryRun?: boolean;
  /** Replaces secrets that the new backend has under the same keys with other values. */
  overwrite?: boolean;
  /** Told after each secret. */
  onCopied?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Opens a vault as a configuration says, for one who holds its lock. */
export type Open = (configuration: VaultConfiguration) => Promise<VaultProvider>;

/**
 * Moves the secrets of a vault to another backend; its name stays. Every secret is copied and read back
 * before the configuration is switched, in one step, and only what the new backend gives back is deleted
 * from the old. Other writes to the vault wait meanwhile. Killed at any moment, the same call goes on
 * where it was, and until the switch the vault is where it was.
 *
 * @throws SvcError `conflict` for a place that the vault is at already, a new backend with other values
 *   for the same keys, or when another migration has begun; `invalid_argument`; `vault_failed` when the
 *   new backend loses or changes a secret: the copies are then taken back; `cancelled`; else as the vaults
 */
export async function migrateSecrets(
  repository: Repository,
  name: string,
  request: MigrationRequest,
  open: Open,
): Promise<Migration> {
  const to: Backend = { type: vaultType(request.type), config: request.config ?? {} };
  const { configuration } = await findVaultFile(repository, name);
  await using _lock = await lockVault(repository, configuration, { signal: request.signal });
  return await withRoom("no secret was lost; migrate again to complete it", async () => {
    const found = await findVaultFile(repository, name);
    const migrating = { repository, found, to, request, open };
    const begun = await readIntent(migrationIntent(repository, found.configuration));
    if (begun === undefined) return await start(migrating);
    const switched = isSameBackend(found.configuration, begun.to);
    const same = isSameBackend(begun.to, to);
    if (switched && same) return await finish(migrating, begun);
    if (!switched && same && isSameBackend(found.configuration, begun.from)) {
      return request.dryRun ? resultOf(migrating, begun.plan) : await move(migrating, begun);
    }
    if (!switched) throw otherBegun(repository, found, begun);
    // What is left of one that has switched is done first.
    if (!request.dryRun) await finish(migrating, begun);
    return await start({ ...migrating, found: await findVaultFile(repository, name) });
  });
}

interface Migrating {
  repository: Repository;
  /** The vault as its file says. */
  found: FoundVault;
  to: Backend;
  request: MigrationRequest;
  open: Open;
}

async function start(migrating: Migrating): Promise<Migration> {
  const { repository, found: { configuration }, to, request, open } = migrating;
  const { name, type, config } = configuration;
  await assertCanMove(repository, configuration, to);
  const plan = await planned();
  if (request.dryRun) return resultOf(migrating, plan);
  if (!request.overwrite) assertFree({ name, to: to.type }, plan);
  const journal = { from: { type, config }, to, plan };
  const intent = migrationIntent(repository, configuration);
  await Deno.mkdir(parentOf(intent.path), { recursive: true, mode: 0o700 });
  await writeIntent(intent, journal);
  return await move(migrating, journal);

  async function planned(): Promise<Plan> {
    await using source = await open(configuration);
    await using target = await open({ ...configuration, ...to });
    return await planOf(source, target, await source.list());
  }
}

/** Copies what has not been copied, reads all of it back, and switches. */
async function move(migrating: Migrating, begun: Journal): Promise<Migration> {
  const { repository, found, to, request, open } = migrating;
  const { configuration } = found;
  const target = { ...configuration, ...to };
  const intent = migrationIntent(repository, configuration);
  const journal = await copied();
  {
    await using _lock = await lockVaults(repository);
    await switchConfiguration(repository, found, to);
  }
  return await finish({ ...migrating, found: { ...found, configuration: target } }, journal);

  async function copied(): Promise<Journal> {
    await using source = await open(configuration);
    const keys = await source.list();
    const { plan: planned } = begun;
    const own = ownOf(keys, planned);
    const put = [...new Set([...planned.copied, ...own])];
    // Known before it is there: an attempt that is killed now may leave it to the next one.
    if (put.length > planned.copied.length) {
      await writeIntent(intent, { ...begun, plan: { ...planned, copied: put } });
    }
    const known = [...keys, ...planned.others];
    const gone = [...put, ...planned.replaced].filter((key) => !known.includes(key));
    {
      await using provider = await open(target);
      await copySecrets(source, provider, keys, request);
      await deleteGone(provider, gone);
    }
    // Opened again: what it only remembers is lost by now.
    await using provider = await open(target);
    const left = new Set(await provider.list());
    const plan = {
      ...planned,
      copied: own,
      replaced: planned.replaced.filter((key) => keys.includes(key)),
      others: [...planned.others, ...gone.filter((key) => left.has(key))].sort(),
    };
    try {
      await assertCopied({ name: configuration.name, to: to.type }, source, provider, keys);
    } catch (error) {
      const wrong = isSvcError(error) && error.code === "vault_failed";
      if (wrong && planned.replaced.length === 0 && await undoCopies(provider, plan.copied)) {
        await dropIntent(intent);
      }
      throw error;
    }
    const journal = { ...begun, plan };
    // Secrets may have come or gone since it began: only those that are there now are deleted.
    await writeIntent(intent, journal);
    return journal;
  }
}

/** The keys that the new backend did not have; what has come to the old one since is among them. */
function ownOf(keys: readonly string[], { replaced, unchanged }: Plan): string[] {
  return keys.filter((key) => !replaced.includes(key) && !unchanged.includes(key));
}

/** Deletes what is in the old backend, puts the file into its place and forgets the migration. */
async function finish(migrating: Migrating, { from, to, plan }: Journal): Promise<Migration> {
  const { repository, found, open } = migrating;
  const { configuration } = found;
  const kept = await deleted();
  if (from.type === LOCAL_TYPE) await removeEmptyVault(repository, configuration.name);
  await fileByType(repository, found);
  await dropIntent(migrationIntent(repository, configuration));
  const moved = {
    ...migrating,
    found: { ...found, configuration: { ...configuration, ...from } },
    to,
  };
  return { ...resultOf(moved, plan), kept };

  async function deleted(): Promise<RemainingSecret[]> {
    await using source = await open({ ...configuration, ...from });
    await using target = await open(configuration);
    return await deleteCopied(source, target, plan);
  }
}

function resultOf({ found: { configuration }, to, request }: Migrating, plan: Plan): Migration {
  return {
    vaultName: configuration.name,
    fromType: configuration.type,
    toType: to.type,
    ...plan,
    dryRun: request.dryRun ?? false,
    kept: [],
  };
}

async function assertCanMove(
  repository: Repository,
  configuration: VaultConfiguration,
  to: Backend,
): Promise<void> {
  const { name } = configuration;
  if (isSameBackend(configuration, to)) {
    throw new SvcError(
      "conflict",
      `The vault '${name}' is already of type ${to.type}, with this configuration`,
      {
        hint: "Name another type, or another configuration.",
      },
    );
  }
  if (to.type !== LOCAL_TYPE) return;
  if (configuration.type === LOCAL_TYPE) {
    throw new SvcError("conflict", `The vault '${name}' is already of type ${to.type}`, {
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
  const { path } = migrationIntent(repository, configuration);
  return new SvcError(
    "conflict",
    `A migration of '${configuration.name}' to ${to.type} was started and is not complete`,
    {
      hint: "Run it again with the same type and configuration. To abort it, delete " +
        `${path}: the vault is unchanged, and ${to.type} may have copies of its secrets.`,
    },
  );
}
