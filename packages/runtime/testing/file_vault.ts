import { SvcError } from "@svc/core/error";
import { listFolder, readTextIfPresent } from "../base/files/read.ts";
import { writeAtomic } from "../base/files/write.ts";
import type { VaultProvider } from "../providers/vault_provider.ts";
import type { Repository } from "../repository/repository.ts";
import type { VaultConfiguration } from "../providers/vaults/configuration/configuration.ts";
import { openProvider } from "../providers/vaults/open.ts";

/** The type of vaults that {@linkcode fileVault} stands for. */
export const FILE_TYPE = "@acme/keeper";

/** A vault in another place that changes of the disk can be counted in: a file a secret in a folder. */
export function fileVault(folder: string): VaultProvider & Required<Pick<VaultProvider, "delete">> {
  const path = (key: string) => `${folder}/${new TextEncoder().encode(key).toHex()}`;
  const notFound = (key: string) => new SvcError("secret_not_found", `no ${key}`);
  return {
    async get(key) {
      const value = await readTextIfPresent(path(key));
      if (value === undefined) throw notFound(key);
      return value;
    },
    async put(key, value) {
      await Deno.mkdir(folder, { recursive: true });
      await writeAtomic(path(key), value, { aside: `${folder}/.tmp` });
    },
    async list() {
      const names = (await listFolder(folder)).map(({ name }) => name);
      return names.filter((name) => name !== ".tmp")
        .map((name) => new TextDecoder().decode(Uint8Array.fromHex(name))).sort();
    },
    async delete(key) {
      try {
        await Deno.remove(path(key));
      } catch {
        throw notFound(key);
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Opens vaults of that type where their `config` says, and local ones as always. */
export function openHere(repository: Repository) {
  return async (configuration: VaultConfiguration): Promise<VaultProvider> =>
    configuration.type === FILE_TYPE
      ? fileVault(`${repository.root}/${configuration.config["at"]}`)
      : await openProvider(repository, configuration);
}
