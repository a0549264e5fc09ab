import { SvcError } from "@svc/core/error";
import type { OpenVaults, RunVaults } from "../run/calls/run_vaults.ts";

/** Vaults in memory, and what was asked of them. */
export interface MemoryVaults {
  /** By vault, then by key. */
  secrets: Record<string, Record<string, string>>;
  open: OpenVaults;
  /** `open`, `get prod KEY`, `put prod KEY`, `remove prod KEY`, `close`, in order. */
  asked: string[];
  /** Makes what is asked next fail: a word of `asked`, without its key, and what it fails with. */
  failing: Map<string, SvcError>;
}

/** @param secrets the first vault is the one for secrets of outputs */
export function memoryVaults(secrets: MemoryVaults["secrets"]): MemoryVaults {
  const asked: string[] = [];
  const failing: MemoryVaults["failing"] = new Map();
  const values: string[] = [];
  const vaultOf = (name: string) => {
    if (Object.hasOwn(secrets, name)) return secrets[name]!;
    throw new SvcError("vault_not_found", `There is no vault '${name}'`, {
      hint: `There are: ${Object.keys(secrets).join(", ")}.`,
    });
  };
  const ask = (question: string, vault: string, key: string) => {
    asked.push(`${question} ${vault} ${key}`);
    const failure = failing.get(`${question} ${vault}`);
    if (failure !== undefined) throw failure;
    return vaultOf(vault);
  };
  const vaults: RunVaults = {
    values,
    get: async (vault, key) => {
      const known = await Promise.resolve(ask("get", vault, key));
      if (!Object.hasOwn(known, key)) {
        throw new SvcError("secret_not_found", `The vault '${vault}' has no '${key}'`, {
          hint: `It has: ${Object.keys(known).join(", ")}.`,
        });
      }
      values.push(known[key]!);
      return known[key]!;
    },
    put: async (vault, key, value) => {
      const known = await Promise.resolve(ask("put", vault, key));
      known[key] = value;
      values.push(value);
    },
    remove: async (vault, key) => {
      const known = await Promise.resolve(ask("remove", vault, key));
      return delete known[key];
    },
    choose: (wanted) => {
      const name = wanted ?? Object.keys(secrets)[0];
      if (name === undefined) {
        return Promise.reject(new SvcError("vault_required", "This repository has no vault"));
      }
      return Promise.resolve().then(() => vaultOf(name)).then(() => name);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.resolve();
      asked.push("close");
    },
  };
  return {
    secrets,
    asked,
    failing,
    open: () => {
      asked.push("open");
      return Promise.resolve(vaults);
    },
  };
}
