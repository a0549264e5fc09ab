import { withRoom } from "../../files/disk_full.ts";
import { type LockOptions, lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import type { VaultConfiguration } from "./configuration.ts";

/**
 * Held by whoever changes secrets of a vault, its key or its backend. Who reads does not need it.
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

/** Held by whoever changes configurations of vaults. */
export function lockVaults(repository: Repository): Promise<AsyncDisposable> {
  return locked(repository, { file: "locks/vaults.lock" });
}

function locked(repository: Repository, options: LockOptions): Promise<AsyncDisposable> {
  return withRoom("nothing was changed", () => lockRepository(repository, options));
}
