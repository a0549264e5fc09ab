import { SvcError } from "@svc/core/error";
import { assertSecretKey } from "@svc/core/name";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { KEY, VAULT, withVault } from "../../vault/open.ts";

export default defineCommand({
  description:
    "Prints only the value. A pipe gets exactly the value; on a terminal a line end is added " +
    "and invisible characters are escaped.",
  examples: {
    "svc vault get prod API_TOKEN": "shows it",
    "svc vault get prod DEPLOY_KEY > key.pem": "writes it to a file",
    "svc vault get prod API_TOKEN | wl-copy": "pass it to another program",
  },
  arguments: [VAULT, { ...KEY, optional: true, refused: true }],
  options: { ...GRANT_OPTIONS, "repo-dir": REPO_DIR },
  async run(context) {
    const { vault, key } = context.arguments;
    if (key === undefined) {
      throw new SvcError("usage", "<key> is missing: the secret's key", {
        hint:
          `'svc vault list-keys ${vault}' lists them; 'svc vault describe ${vault}' shows the ` +
          "vault itself.",
      });
    }
    assertSecretKey(key);
    return await withVault(context, vault, async ({ configuration, provider, signal }) => ({
      vaultName: configuration.name,
      secretKey: key,
      vaultType: configuration.type,
      value: await provider.get(key, { signal }),
    }));
  },
  whole: ["value"],
  exact: true,
  text: ({ value }) => value,
});
