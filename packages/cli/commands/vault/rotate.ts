import { findVault, rotateVault } from "@svc/runtime/vaults";
import { interruption } from "../../behavior/interruption.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { VAULT } from "../../vault/open.ts";

export default defineCommand({
  description: [
    "Creates a new key and encrypts every secret with it; the values do not change. If interrupted, nothing is",
    "lost, and the next rotation completes it. Only for vaults of type local_encryption.",
  ].join("\n"),
  examples: { "svc vault rotate prod": "if somebody may have seen the key file" },
  arguments: [VAULT],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const repository = await repositoryOf(context);
    const configuration = await findVault(repository, context.arguments.vault);
    using interrupted = interruption(context.note, "the rotation");
    const { secrets, keyId } = await context.progress.phase(
      "Encrypting",
      () => rotateVault(repository, configuration, { signal: interrupted.signal }),
    );
    return {
      vaultName: configuration.name,
      vaultType: configuration.type,
      secretsRotated: secrets,
      keyId,
      timestamp: new Date().toISOString(),
    };
  },
  text: ({ vaultName, secretsRotated }) =>
    [
      `${vaultName} has a new key; ${
        secretsRotated === 1 ? "1 secret is" : `${secretsRotated} secrets are`
      } encrypted with it.`,
      "Replace the copy of its key file that you keep.",
    ].join("\n"),
});
