import { isSvcError, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import type { VaultProvider } from "../../vault_provider.ts";
import type { Plan } from "./journal.ts";

/** What both sides of a migration are called in errors. */
export interface Sides {
  name: string;
  /** Type of the new backend. */
  to: string;
}

/** What can be told of a migration as it goes. */
export type OnProgress = (done: number, total: number) => void;

/** What a migration would do: both backends are read, and nothing is written. */
export async function planOf(
  source: VaultProvider,
  target: VaultProvider,
  keys: readonly string[],
): Promise<Plan> {
  const there = new Set(await target.list());
  const plan: Plan = {
    copied: [],
    replaced: [],
    unchanged: [],
    others: [...there.difference(new Set(keys))],
  };
  for (const key of keys) {
    if (!there.has(key)) plan.copied.push(key);
    else if (await valueIn(target, key) === await source.get(key)) plan.unchanged.push(key);
    else plan.replaced.push(key);
  }
  return plan;
}

/**
 * Refuses a new backend that has one of the keys with another value: it is somebody's secret.
 *
 * @throws SvcError `conflict` naming the keys
 */
export function assertFree({ name, to }: Sides, { replaced }: Plan): void {
  if (replaced.length === 0) return;
  const shown = replaced.slice(0, 5).map(visibleName).join(", ") +
    (replaced.length > 5 ? ` and ${replaced.length - 5} more` : "");
  throw new SvcError(
    "conflict",
    `${to} has other values than '${name}' for ${shown}; nothing was copied`,
    { hint: "Add --force to replace them, or use another configuration." },
  );
}

/** Puts every secret into the new backend; one that a killed migration has put there stays. */
export async function copySecrets(
  source: VaultProvider,
  target: VaultProvider,
  keys: readonly string[],
  { signal, onCopied }: { signal?: AbortSignal | undefined; onCopied?: OnProgress | undefined },
): Promise<void> {
  const there = new Set(await target.list());
  for (const [done, key] of keys.entries()) {
    assertGoingOn(signal);
    onCopied?.(done, keys.length);
    const value = await source.get(key);
    if (there.has(key) && await valueIn(target, key) === value) continue;
    await target.put(key, value);
  }
  onCopied?.(keys.length, keys.length);
}

/**
 * Deletes from the new backend what an attempt before this one may have put there and the old backend no
 * longer has: it would come back with the vault.
 */
export async function deleteGone(target: VaultProvider, keys: readonly string[]): Promise<void> {
  for (const key of keys) await target.delete?.(key).catch(ignoreAbsent);
}

function assertGoingOn(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new SvcError("cancelled", "Cancelled: the vault is used as before", {
    hint: "Run it again to continue where it stopped.",
  });
}

/**
 * Reads every secret back.
 *
 * @throws SvcError `vault_failed` when the new backend lacks one or gives another value; `conflict` when
 *   the old one has changed meanwhile
 */
export async function assertCopied(
  { name, to }: Sides,
  source: VaultProvider,
  target: VaultProvider,
  keys: readonly string[],
): Promise<void> {
  const there = new Set(await target.list());
  for (const key of keys) {
    const problem = !there.has(key)
      ? "does not list it"
      : await valueIn(target, key) !== await source.get(key)
      ? "gives another value for it"
      : undefined;
    if (problem === undefined) continue;
    throw new SvcError(
      "vault_failed",
      `${to} got the secret ${visibleName(key)} and ${problem}, so '${name}' stays where it is`,
      { hint: `Report it to the publisher of ${to}. Nothing was deleted.` },
    );
  }
  if (JSON.stringify(await source.list()) === JSON.stringify(keys)) return;
  throw new SvcError("conflict", `The secrets of '${name}' were changed during the migration`, {
    hint: "Run the command again: it continues where it stopped.",
  });
}

/** A secret that stays in the old backend, and why. */
export interface RemainingSecret {
  key: string;
  why: string;
}

/** Deletes from the old backend what the new one surely has, and has from there. */
export async function deleteCopied(
  source: VaultProvider,
  target: VaultProvider,
  { copied, replaced, unchanged }: Plan,
): Promise<RemainingSecret[]> {
  const kept = unchanged.map((key) => ({ key, why: "the new vault already had it" }));
  for (const key of [...copied, ...replaced]) {
    const value = await valueIn(source, key);
    if (value === undefined) continue;
    if (source.delete === undefined) kept.push({ key, why: "its vault does not support deletion" });
    else if (await valueIn(target, key) !== value) {
      kept.push({ key, why: "the new vault has another value by now" });
    } else await source.delete(key);
  }
  return kept;
}

/** Takes copies back that turned out to be wrong; true when none is left. */
export async function undoCopies(
  target: VaultProvider,
  keys: readonly string[],
): Promise<boolean> {
  try {
    await deleteGone(target, keys);
    const there = new Set(await target.list());
    return !keys.some((key) => there.has(key));
  } catch {
    // It fails at everything; what has failed first is told.
    return false;
  }
}

async function valueIn(provider: VaultProvider, key: string): Promise<string | undefined> {
  try {
    return await provider.get(key);
  } catch (error) {
    return ignoreAbsent(error);
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (!isSvcError(error) || error.code !== "secret_not_found") throw error;
}
