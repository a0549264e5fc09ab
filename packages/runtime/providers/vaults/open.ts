import { assertSecretKey, assertSecretValue } from "@svc/core/name";
import type { OpenOptions } from "../subject.ts";
import type { SecretOptions, VaultProvider } from "../vault_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { LOCAL_TYPE, type VaultConfiguration } from "./configuration/configuration.ts";
import { openLocalVault } from "./local/provider.ts";
import { assertUnmoved } from "./unmoved.ts";
import { lockVault } from "./configuration/lock.ts";

export type { OpenOptions };

/**
 * Opens a vault: in this process when it is local, else the provider of its extension in a sandbox. Keys
 * and values are checked before a provider sees them. A write holds the vault's lock, so
 * that no write gets lost in a rotation or in a migration of another process.
 *
 * @throws SvcError `invalid_argument` for a configuration that cannot be used; `unknown_type`,
 *   `consent_required`, `vault_failed` and the like for a type of an extension
 */
export async function openVault(
  repository: Repository,
  configuration: VaultConfiguration,
  options: OpenOptions = {},
): Promise<VaultProvider> {
  const provider = await openProvider(repository, configuration, options);
  return guarded(repository, configuration, provider);
}

/** As {@linkcode openVault}, for a caller that holds the lock. */
export async function openProvider(
  repository: Repository,
  configuration: VaultConfiguration,
  options: OpenOptions = {},
): Promise<VaultProvider> {
  if (configuration.type === LOCAL_TYPE) return openLocalVault(repository, configuration);
  const { openVaultProvider } = await import("../vault.ts");
  return await openVaultProvider(repository, configuration, options);
}

function guarded(
  repository: Repository,
  configuration: VaultConfiguration,
  provider: VaultProvider,
): VaultProvider {
  let last: Promise<unknown> = Promise.resolve();
  const locked = async (work: () => Promise<void>, options: SecretOptions | undefined) => {
    await using _lock = await lockVault(repository, configuration, { signal: options?.signal });
    await assertUnmoved(repository, configuration);
    await work();
  };
  // In turns: changes of one process would wait for each other's lock, and look for it ever more rarely.
  const changing = (work: () => Promise<void>, options: SecretOptions | undefined) => {
    const change = last.then(() => locked(work, options));
    last = change.catch(() => {});
    return change;
  };
  return {
    async get(key, options) {
      assertSecretKey(key);
      return await provider.get(key, options);
    },
    async put(key, value, options) {
      assertSecretKey(key);
      assertSecretValue(key, value);
      await changing(() => provider.put(key, value, options), options);
    },
    list: (options) => provider.list(options),
    ...(provider.delete === undefined ? {} : {
      async delete(key: string, options?: SecretOptions) {
        assertSecretKey(key);
        await changing(() => provider.delete!(key, options), options);
      },
    }),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}
