import { assertSecretKey } from "@svc/core/name";
import { findVault } from "@svc/runtime/vaults";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { KEY, mayHave, VAULT, withVault } from "../../vault/open.ts";
import { NEVER_AN_ARGUMENT, readValue } from "../../vault/value.ts";
import { shortSecretWarning } from "../../vault/short_secret.ts";

export default defineCommand({
  description: [
    "In a terminal, prompts for the value without showing it. Otherwise reads it from stdin, without",
    "the final line end. It is never an argument. An existing key is replaced after a",
    "prompt, or with --yes.",
  ].join("\n"),
  examples: {
    "svc vault put prod API_TOKEN": "prompt for the value",
    "svc vault put prod DEPLOY_KEY < key.pem": "from a file",
    "gh auth token | svc vault put prod GH_TOKEN --yes": "from another program",
  },
  arguments: [VAULT, { ...KEY, mayBeNew: true }],
  surplus: NEVER_AN_ARGUMENT,
  options: {
    ...GRANT_OPTIONS,
    yes: { ...YES, summary: "Replace an existing key without asking" },
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { vault, key } = context.arguments;
    if (key.includes("=")) throw usage(NEVER_AN_ARGUMENT.message, [NEVER_AN_ARGUMENT.hint]);
    await findVault(await repositoryOf(context), vault);
    assertSecretKey(key);
    // Before the vault is opened: while a pipe is waited for, Ctrl-C just ends the command.
    const piped = context.host.stdinIsTerminal
      ? undefined
      : await readValue(context, { vault, key });
    return await withVault(context, vault, async ({ configuration, provider, signal }) => {
      const overwritten = await mayHave(provider, key, { signal });
      if (overwritten && !context.options.yes) {
        await confirm(context, `Replace ${key} in ${configuration.name}?`);
      }
      const value = piped ?? await readValue(context, { vault, key });
      const short = shortSecretWarning(key, value);
      if (short !== undefined) context.warn(short);
      await provider.put(key, value, { signal });
      return {
        vaultName: configuration.name,
        secretKey: key,
        vaultType: configuration.type,
        overwritten,
        timestamp: new Date().toISOString(),
      };
    });
  },
  text: ({ vaultName, secretKey, overwritten }) =>
    overwritten ? `Replaced ${secretKey} in ${vaultName}.` : `Stored ${secretKey} in ${vaultName}.`,
});
