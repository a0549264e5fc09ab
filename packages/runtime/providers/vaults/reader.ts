import type { VaultProvider } from "../vault_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { findVault } from "./configuration/find.ts";
import { type OpenOptions, openVault } from "./open.ts";

/** Secrets of all vaults of a repository, for one run or one command. */
interface SecretReader extends AsyncDisposable {
  /**
   * The value of a key, asked for once.
   *
   * @throws SvcError `vault_not_found`, `secret_not_found`; else as the vault
   */
  get(vault: string, key: string): Promise<string>;
  put(vault: string, key: string, value: string): Promise<void>;
  /** Forgets a key; false where the vault cannot. @throws SvcError `secret_not_found` */
  remove(vault: string, key: string): Promise<boolean>;
}

/**
 * Reads secrets for one run or one command: values and open vaults are kept until it is disposed. Vaults
 * are opened when they are first needed.
 */
export function secretReader(repository: Repository, options: OpenOptions = {}): SecretReader {
  const vaults = new Map<string, Promise<VaultProvider>>();
  const values = new Map<string, Promise<string>>();
  const { signal } = options;
  const vault = (name: string) =>
    remembered(
      vaults,
      name,
      async () => openVault(repository, await findVault(repository, name), options),
    );
  const get = (name: string, key: string) =>
    remembered(values, placeOf(name, key), async () => (await vault(name)).get(key, { signal }));
  return {
    get,
    async put(name, key, value) {
      const place = placeOf(name, key);
      // Also when it fails: the vault may have kept it all the same.
      values.delete(place);
      await (await vault(name)).put(key, value, { signal });
      values.set(place, Promise.resolve(value));
    },
    async remove(name, key) {
      const provider = await vault(name);
      if (provider.delete === undefined) return false;
      values.delete(placeOf(name, key));
      // Also after a Ctrl-C: what is to be forgotten would stay otherwise.
      await provider.delete(key);
      return true;
    },
    async [Symbol.asyncDispose]() {
      values.clear();
      await Promise.all([...vaults.values()].map(async (opened) => {
        const provider = await opened.catch(() => undefined);
        await provider?.[Symbol.asyncDispose]();
      }));
      vaults.clear();
    },
  };
}

/** The answer to a question that is asked once; a failure is asked for again. */
function remembered<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = ask();
  known.set(key, answer);
  answer.catch(() => {
    if (known.get(key) === answer) known.delete(key);
  });
  return answer;
}

function placeOf(vault: string, key: string): string {
  return JSON.stringify([vault, key]);
}
