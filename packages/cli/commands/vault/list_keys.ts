import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { VAULT, withVault } from "../../vault/open.ts";

export default defineCommand({
  description: "Lists keys, one per line. No value is read.",
  examples: {
    "svc vault list-keys prod": "the keys of a vault",
    "svc vault list-keys prod --jq .count": "how many",
  },
  arguments: [VAULT],
  options: { ...GRANT_OPTIONS, "repo-dir": REPO_DIR },
  lists: ".secretKeys[]",
  run: async (context) =>
    await withVault(context, context.arguments.vault, async (opened) => {
      const secretKeys = await opened.provider.list({ signal: opened.signal });
      const { name, type } = opened.configuration;
      return { vaultName: name, vaultType: type, secretKeys, count: secretKeys.length };
    }),
  text: ({ vaultName, secretKeys }) =>
    secretKeys.length > 0
      ? secretKeys.join("\n")
      : `${vaultName} holds no secrets yet; 'svc vault put ${vaultName} <key>' stores one.`,
});
