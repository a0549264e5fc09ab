import { SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { changedText } from "../definitions/rewrite.ts";
import { shownPath } from "../definitions/entries.ts";
import { sha256Hex } from "../files/digest.ts";
import { withRoom } from "../files/disk_full.ts";
import { parentOf } from "../files/path.ts";
import { writeAtomic } from "../files/write.ts";
import type { VaultProvider } from "../providers/vault_provider.ts";
import type { Repository } from "../repository/repository.ts";
import { LOCAL_TYPE, type VaultConfiguration } from "./configuration/configuration.ts";
import { configurationPath, vaultType } from "./create.ts";
import { findVault, findVaultFile } from "./configuration/find.ts";
import { assertLocalConfig } from "./local/config.ts";
import { lockVault, lockVaults } from "./configuration/lock.ts";
import { type OpenOptions, openProvider } from "./open.ts";

/** Where a vault is to move, and how. */
export interface MigrationRequest extends OpenOptions {
  /** In any spelling. */
  type: string;
  config?: Record<string, unknown>;
  /** Compares both vaults and changes nothing. */
  dryRun?: boolean;
  /** Replaces secrets that the new vault has under the same keys with other values. */
  overwrite?: boolean;
  /** Told after each secret that is safe in the new vault. */
  onCopied?: (done: number, total: number) => void;
}

/** What a migration did, or would do. Keys, never values; each list is sorted. */
export interface Migration {
  vaultName: string;
  fromType: string;
  toType: string;
  /** Secrets that the new vault did not have. */
  copied: string[];
  /** Secrets that it had with another value. */
  replaced: string[];
  /** Secrets that it had already, for example from a migration that was interrupted. */
  unchanged: string[];
  /** What the new vault holds beside them. */
  others: string[];
  dryRun: boolean;
  /** True when the old ones are gone; a vault of an extension keeps them. */
  oldSecretsDeleted: boolean;
}

/**
 * Moves a vault to another type or configuration under the same name and id: copies every secret, reads
 * each back from a provider that is opened anew, and only then changes the configuration, in one step.
 * Before that step the old vault is in use and complete; run again, it goes on where it stopped. The
 * secrets of a local vault are deleted afterwards.
 *
 * @throws SvcError `conflict` when the new vault has other values under the same keys, or the vault is
 *   there already; `vault_failed` when a secret does not come back as it was written; `cancelled`; what
 *   either vault raises
 */
export async function migrateVault(
  repository: Repository,
  name: string,
  request: MigrationRequest,
): Promise<Migration> {
  const { signal } = request;
  // Whoever writes to the vault waits, and then finds it moved.
  await using _lock = await lockVault(repository, await findVault(repository, name), { signal });
  const { configuration: from, path } = await findVaultFile(repository, name);
  const to = targetOf(repository, from, request);
  await using source = await openProvider(repository, from, request);
  const keys = await source.list({ signal });
  const { plan, digests } = await copy(repository, { source, keys, to, from }, request);
  const migration = {
    vaultName: name,
    fromType: from.type,
    toType: to.type,
    ...plan,
    dryRun: request.dryRun ?? false,
    oldSecretsDeleted: false,
  };
  if (request.dryRun) return migration;
  await assertKept(repository, to, digests, request);
  await switchTo(repository, path, to);
  const oldSecretsDeleted = from.type === LOCAL_TYPE && await deleteAll(source, keys);
  return { ...migration, oldSecretsDeleted };
}

/** The vault has been moved by now, so that what cannot be deleted is no failure. */
async function deleteAll(source: VaultProvider, keys: readonly string[]): Promise<boolean> {
  try {
    for (const key of keys) await source.delete!(key);
    return true;
  } catch {
    return false;
  }
}

function targetOf(
  repository: Repository,
  from: VaultConfiguration,
  { type, config = {} }: MigrationRequest,
): VaultConfiguration {
  const to = { ...from, type: vaultType(type), config };
  if (to.type === LOCAL_TYPE) assertLocalConfig(repository, config);
  const same = to.type === from.type &&
    (to.type === LOCAL_TYPE || JSON.stringify(config) === JSON.stringify(from.config));
  if (!same) return to;
  throw new SvcError("conflict", `The vault '${from.name}' is of type ${from.type} already`, {
    hint: to.type === LOCAL_TYPE
      ? `'svc vault rotate ${from.name}' gives it a new key.`
      : "Name another type, or another configuration.",
  });
}

type Plan = Pick<Migration, "copied" | "replaced" | "unchanged" | "others">;

interface Copying {
  source: VaultProvider;
  keys: string[];
  from: VaultConfiguration;
  to: VaultConfiguration;
}

/** Brings every secret into the new vault. Nothing is written when one may not be replaced. */
async function copy(
  repository: Repository,
  { source, keys, to, from }: Copying,
  request: MigrationRequest,
): Promise<{ plan: Plan; digests: Map<string, string> }> {
  const { signal } = request;
  await using target = await openProvider(repository, to, request);
  const there = new Set(await target.list({ signal }));
  const digests = new Map<string, string>();
  const plan: Plan = {
    copied: [],
    replaced: [],
    unchanged: [],
    others: [...there].filter((key) => !keys.includes(key)).sort(),
  };
  for (const key of keys.toSorted()) {
    assertGoingOn(signal);
    const digest = await sha256Hex(await source.get(key, { signal }));
    digests.set(key, digest);
    if (!there.has(key)) plan.copied.push(key);
    else if (await sha256Hex(await target.get(key, { signal })) === digest) {
      plan.unchanged.push(key);
    } else plan.replaced.push(key);
  }
  if (request.dryRun) return { plan, digests };
  if (plan.replaced.length > 0 && !request.overwrite) throw otherValues(from, to, plan.replaced);
  let done = 0;
  for (const key of [...plan.copied, ...plan.replaced]) {
    assertGoingOn(signal);
    await target.put(key, await source.get(key, { signal }), { signal });
    request.onCopied?.(++done, plan.copied.length + plan.replaced.length);
  }
  return { plan, digests };
}

/** Reads every secret from a provider that cannot remember what it was given. */
async function assertKept(
  repository: Repository,
  to: VaultConfiguration,
  digests: ReadonlyMap<string, string>,
  request: MigrationRequest,
): Promise<void> {
  const { signal } = request;
  await using target = await openProvider(repository, to, request);
  for (const [key, digest] of digests) {
    assertGoingOn(signal);
    if (await sha256Hex(await target.get(key, { signal })) === digest) continue;
    throw new SvcError(
      "vault_failed",
      `${to.type} does not give back ${visibleName(key)} as it was written`,
      { hint: "Nothing was moved: the vault is used as before." },
    );
  }
}

/** The one step that decides: the file in its old place says all of it, and then goes to its own. */
async function switchTo(
  repository: Repository,
  path: string,
  to: VaultConfiguration,
): Promise<void> {
  await using _lock = await lockVaults(repository);
  const place = configurationPath(repository, to);
  await withRoom("the vault is used as before", async () => {
    await Deno.mkdir(parentOf(place), { recursive: true });
    const { type, config } = to;
    const shown = shownPath(repository, path);
    const text = await Deno.readTextFile(path);
    await writeAtomic(path, await changedText(text, { type, config }, shown, "a vault"));
  });
  if (path !== place) await Deno.rename(path, place);
}

function assertGoingOn(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new SvcError("cancelled", "Cancelled: the vault is used as before", {
    hint: "Run it again to go on where it stopped.",
  });
}

function otherValues(
  from: VaultConfiguration,
  to: VaultConfiguration,
  keys: readonly string[],
): SvcError {
  const some = keys.slice(0, 5).map(visibleName).join(", ") +
    (keys.length > 5 ? ` and ${keys.length - 5} more` : "");
  return new SvcError(
    "conflict",
    `${to.type} has other values than '${from.name}' for ${some}; nothing was copied`,
    { hint: "Add --force to replace them, or use another configuration." },
  );
}
