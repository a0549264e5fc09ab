import { withRoom } from "../../../base/files/disk_full.ts";
import { type LockOptions, lockRepository } from "../../../repository/lock.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "./configuration.ts";

/**
 * Held to change secrets of a vault, its key or its type. Reading does not need it.
 *
 * @throws SvcError as `lockRepository`; `disk_full`
 */
export function lockVault(
  repository: Repository,
  { id }: Pick<VaultConfiguration, "id">,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<AsyncDisposable> {
  return locked(repository, { file: `locks/vault-${id}.lock`, signal: options.signal });
}

/** Held to change configurations of vaults. */
export function lockVaults(repository: Repository): Promise<AsyncDisposable> {
  return locked(repository, { file: "locks/vaults.lock" });
}

function locked(repository: Repository, options: LockOptions): Promise<AsyncDisposable> {
  return withRoom("nothing was changed", () => lockRepository(repository, options));
}
