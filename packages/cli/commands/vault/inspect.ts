import { assertSecretKey } from "@svc/core/name";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { KEY, VAULT, withVault } from "../../vault/open.ts";
import { isShort } from "../../vault/short_secret.ts";

export default defineCommand({
  description:
    "Shows the length of a secret and whether it can be redacted in output, but not its value.",
  examples: { "svc vault inspect prod API_TOKEN": "without its value" },
  arguments: [VAULT, KEY],
  options: { ...GRANT_OPTIONS, "repo-dir": REPO_DIR },
  async run(context) {
    const { vault, key } = context.arguments;
    assertSecretKey(key);
    return await withVault(context, vault, async ({ configuration, provider, signal }) => {
      const value = await provider.get(key, { signal });
      return {
        vaultName: configuration.name,
        secretKey: key,
        vaultType: configuration.type,
        sizeBytes: new TextEncoder().encode(value).length,
        sizeChars: [...value].length,
        valueType: "string",
        redacted: !isShort(value),
      };
    });
  },
  text: ({ secretKey, vaultName, vaultType, sizeBytes, sizeChars, redacted }) =>
    columns([
      ["Key:", secretKey],
      ["Vault:", `${vaultName} (${vaultType})`],
      ["Size:", `${sizeChars} characters, ${sizeBytes} bytes`],
      [
        "In output:",
        redacted ? "hidden" : "not redacted: it is too short",
      ],
    ]).join("\n"),
});
