import type { CommandRow } from "./row.ts";

/** Vaults. */
export const VAULT_ROWS = {
  "vault create": {
    summary: "Set up a vault",
    module: "vault/create",
  },
  "vault list": {
    summary: "List the vaults of the repository",
    aliases: ["vault ls", "vault search"],
    module: "vault/list",
  },
  "vault describe": {
    summary: "Show how a vault is set up",
    module: "vault/describe",
  },
  "vault put": {
    summary: "Store a secret; its value is asked for or read from stdin",
    aliases: ["vault write-secret"],
    module: "vault/put",
  },
  "vault get": {
    summary: "Print a secret",
    aliases: ["vault read-secret"],
    module: "vault/get",
  },
  "vault list-keys": {
    summary: "List the keys of a vault, without values",
    module: "vault/list_keys",
  },
  "vault inspect": {
    summary: "Say how long a secret is, without its value",
    module: "vault/inspect",
  },
  "vault delete": {
    summary: "Delete a secret",
    module: "vault/delete",
  },
  "vault rotate": {
    summary: "Encrypt a vault with a new key",
    module: "vault/rotate",
  },
  "vault migrate": {
    summary: "Move a vault and its secrets to another type",
    module: "vault/migrate",
  },
  "vault type search": {
    summary: "Find types of vaults in the repository",
    aliases: ["vault type list"],
    module: "vault/type_search",
  },
  "vault type describe": {
    summary: "Show a type of vault and its settings",
    aliases: ["vault type get"],
    module: "vault/type_describe",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
