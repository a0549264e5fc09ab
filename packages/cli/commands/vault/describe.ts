import { findVaultFile, LOCAL_TYPE, localStore } from "@svc/runtime/vaults";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { VAULT } from "../../vault/open.ts";

export default defineCommand({
  description: "Shows the configuration and where the secrets lie. No secret is read.",
  examples: [{ command: "svc vault describe prod", does: "by name" }],
  arguments: [VAULT],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  async run(context) {
    const repository = await repositoryOf(context);
    const { configuration, path } = await findVaultFile(repository, context.arguments.vault);
    const { id, name, type, config, createdAt } = configuration;
    const common = { id, name, type, config, createdAt, path };
    if (type !== LOCAL_TYPE) return common;
    const { folder, keyFile } = localStore(repository, configuration);
    return { ...common, storagePath: folder, keyFile };
  },
  text: (vault) =>
    columns([
      ["Name:", `${vault.name} (${vault.type})`],
      ["ID:", vault.id],
      ["Created:", vault.createdAt],
      ["File:", vault.path],
      ...("storagePath" in vault
        ? [["Secrets:", vault.storagePath], ["Key file:", vault.keyFile]]
        : []),
      ...Object.entries(vault.config).map(([key, value]) => [
        `${key}:`,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ]).join("\n"),
});
