import type { PlaceholderSource } from "@svc/core/permission";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import type { Consent } from "./consent.ts";
import { asPermissions, type RequestedPermission, together } from "./request.ts";
import { type Decided, meanings } from "./standing.ts";
import { listConsents, recordConsent } from "./store.ts";

/**
 * The name under which a person's decisions about a type of the repository's own sources are kept:
 * its extension's, or the type's where it belongs to none. No extension's name has a colon.
 */
export function localName(
  { extension, type }: { extension: string | undefined; type: string },
): string {
  return extension ?? `type:${type}`;
}

/**
 * Changes what a person decided about an extension, starting from what is stored at that moment: of
 * two changes at once, neither undoes the other.
 *
 * @throws SvcError `lock_timeout`, `config_exposed`, `validation_failed` without a configuration folder
 */
export async function decide(
  repository: Repository,
  about: Omit<Consent, "repository" | "grantedAt" | keyof Decided>,
  change: (before: Decided | undefined) => Decided,
): Promise<Decided> {
  await using _lock = await lockRepository(repository, { file: "consents.lock" });
  const content = JSON.stringify(about.content);
  const stored = (await listConsents(repository, about.extension)).find((one) =>
    one.origin === about.origin && JSON.stringify(one.content) === content
  );
  const decided = change(stored);
  await recordConsent(repository, { ...about, ...decided });
  return decided;
}

/** A decision with a yes to what was asked. */
export function agreed(
  before: Decided = { permissions: {}, shown: [] },
  asked: readonly RequestedPermission[],
  models: readonly PlaceholderSource[],
): Decided {
  return {
    ...before,
    permissions: together(before.permissions, asPermissions(asked)),
    shown: withLines(before.shown, asked, models),
  };
}

/** Lines of decisions, with those of further ones. */
export function withLines(
  lines: readonly string[],
  more: readonly RequestedPermission[],
  models: readonly PlaceholderSource[],
): string[] {
  return [...new Set([...lines, ...more.flatMap((one) => meanings(one, models))])];
}
