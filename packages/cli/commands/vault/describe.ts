import { findVaultFile, LOCAL_TYPE, localStore } from "@svc/runtime/vaults";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { VAULT } from "../../vault/open.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Shows the configuration and where the secrets are. No secret is read.",
  examples: { "svc vault describe prod": "by name" },
  arguments: [VAULT],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const repository = await repositoryOf(context);
    const { configuration, path } = await findVaultFile(repository, context.arguments.vault);
    const { id, name, type, config, createdAt } = configuration;
    if (type === LOCAL_TYPE) {
      const { folder, keyFile } = localStore(repository, configuration);
      return { id, name, type, config, createdAt, path, storagePath: folder, keyFile };
    }
    const { redactedConfiguration } = await import("@svc/runtime/providers");
    const shown = await redactedConfiguration(repository, "vault", configuration);
    if (!shown.typeFound) {
      context.note(
        `The type ${type} is not here, so its settings are not shown; 'svc extension install' ` +
          "restores pulled extensions.",
      );
    }
    return { id, name, type, config: shown.config, createdAt, path };
  },
  text: (vault) =>
    columns([
      ["Name:", `${vault.name} (${vault.type})`],
      ["ID:", vault.id],
      ["Created:", written(vault.createdAt)],
      ["File:", vault.path],
      ...(vault.storagePath !== undefined && vault.keyFile !== undefined
        ? [["Secrets:", vault.storagePath], ["Key file:", vault.keyFile]]
        : []),
      // A local vault's only setting is its key file.
      ...Object.entries(vault.keyFile === undefined ? vault.config : {}).map(([key, value]) => [
        `${key}:`,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ]).join("\n"),
});
