import type { JsonSchema } from "../descriptor/mod.ts";
import { VAULT_NAME } from "../name/vault.ts";

/** A file of `vaults/`. The settings are those of its type, which says itself what is wrong. */
export function vaultFile(): JsonSchema {
  return {
    type: "object",
    required: ["id", "name", "type"],
    properties: {
      id: {
        type: "string",
        pattern: String.raw`^[\w-][\w.-]{0,99}$`,
        description: "A UUID. The secrets of the vault belong to it: it never changes.",
      },
      name: {
        type: "string",
        pattern: VAULT_NAME.source,
        description: "What the vault is called in commands and expressions.",
      },
      type: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: "local_encryption, or the type of an extension.",
      },
      config: {
        type: ["object", "null"],
        description: "The settings of its type. The file is in git: no secret belongs in it.",
      },
      createdAt: { type: "string", description: "When it was made." },
    },
  };
}
