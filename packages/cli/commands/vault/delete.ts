import { SvcError } from "@svc/core/error";
import { assertSecretKey } from "@svc/core/name";
import { confirm } from "../../frame/ask.ts";
import { defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { KEY, mayHave, VAULT, withVault } from "../../vault/open.ts";

export default defineCommand({
  description: "Deletes a secret of a vault permanently. Behaviors that refer to it will fail.",
  examples: {
    "svc vault delete prod API_TOKEN": "asks first",
    "svc vault delete prod API_TOKEN --force": "succeed if it does not exist",
  },
  arguments: [VAULT, KEY],
  options: {
    ...GRANT_OPTIONS,
    yes: YES,
    force: flag("Like --yes, and succeed if there is no such secret", { short: "f" }),
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, arguments: { vault, key } } = context;
    assertSecretKey(key);
    return await withVault(context, vault, async ({ configuration, provider, signal }) => {
      const { name, type } = configuration;
      const result = { vaultName: name, secretKey: key, vaultType: type };
      const stamped = () => ({ ...result, timestamp: new Date().toISOString() });
      if (!provider.delete) {
        throw new SvcError("vault_failed", `Vaults of type ${type} do not delete secrets`, {
          hint: `Delete ${key} in the service that the vault uses.`,
        });
      }
      if (!await mayHave(provider, key, { signal })) {
        if (options.force) return { ...stamped(), noOp: true };
        throw new SvcError("secret_not_found", `Secret not found: ${name} has no secret '${key}'`, {
          hint: `'svc vault list-keys ${name}' lists them.`,
        });
      }
      if (!options.yes && !options.force) await confirm(context, `Delete ${key} from ${name}?`);
      await provider.delete(key, { signal });
      return stamped();
    });
  },
  text: ({ vaultName, secretKey, ...result }) =>
    "noOp" in result
      ? `${vaultName} has no secret '${secretKey}'.`
      : `Deleted ${secretKey} from ${vaultName}.`,
});
