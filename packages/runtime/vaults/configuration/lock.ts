import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import type { VaultConfiguration } from "./configuration.ts";

/**
 * Held by whoever changes secrets of a vault, its key or its backend. Who reads does not need it.
 *
 * @throws SvcError as `lockRepository`
 */
export function lockVault(
  repository: Repository,
  { id }: Pick<VaultConfiguration, "id">,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<AsyncDisposable> {
  return lockRepository(repository, { file: `locks/vault-${id}.lock`, signal: options.signal });
}

/** Held by whoever changes configurations of vaults. */
export function lockVaults(repository: Repository): Promise<AsyncDisposable> {
  return lockRepository(repository, { file: "locks/vaults.lock" });
}
