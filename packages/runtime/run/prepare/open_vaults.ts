import type { RunVaults } from "../calls/run_vaults.ts";
import type { Repository } from "../../repository/repository.ts";
import { defaultVault } from "../../providers/vaults/default.ts";
import type { OpenOptions } from "../../providers/vaults/open.ts";
import { secretReader } from "../../providers/vaults/reader.ts";

/** The vaults of a repository for a run. Nothing is opened before something asks for it. */
export function openRunVaults(repository: Repository, options: OpenOptions): RunVaults {
  const reader = secretReader(repository, options);
  const values = new Set<string>();
  return {
    async get(vault, key) {
      const value = await reader.get(vault, key);
      values.add(value);
      return value;
    },
    async put(vault, key, value) {
      values.add(value);
      await reader.put(vault, key, value);
    },
    remove: (vault, key) => reader.remove(vault, key),
    choose: async (wanted) => (await defaultVault(repository, wanted)).name,
    get values() {
      return [...values];
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}
