import { connect } from "../../client/connect.ts";
import { pull, type Pulled } from "../../extension/pull.ts";
import { defineCommand } from "../../frame/command.ts";
import { CHANNEL, REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

interface Result extends Pulled {
  /** Extensions pulled because this one needs them. */
  dependencies: Pulled[];
}

export default defineCommand({
  description: [
    "Checks checksum, archive and safety rules before a file is written, shows the permissions the",
    "extension asks for, then installs it and what it depends on. What runs later is bundled from",
    "the very sources that were published.",
  ].join("\n"),
  examples: [
    { command: "svc extension pull @svc/repo-insight", does: "the newest stable version" },
    { command: "svc extension pull @acme/tool@2026.11.21.1", does: "one version" },
    { command: "svc extension pull @acme/tool --channel beta --yes", does: "without a question" },
  ],
  arguments: [{ name: "name", summary: "the extension, as @collective/name[@version]" }],
  options: {
    channel: CHANNEL,
    yes: { ...YES, summary: "Grant the permissions it asks for" },
    force: { kind: "flag", short: "f", summary: "Overwrite files changed by hand" },
    "repo-dir": REPO_DIR,
  },
  credential: "optional",
  async run(context): Promise<Result> {
    const { options } = context;
    const repo = await repositoryOf(context);
    const { caller } = await connect(context);
    const [asked, ...dependencies] = await pull(context, caller, repo, context.arguments.name, {
      channel: options.channel,
      yes: options.yes,
      force: options.force,
    });
    return { ...asked!, dependencies };
  },
  text: (result) =>
    [result, ...result.dependencies].map(line).concat(
      `See what it can do: svc model type search ${result.name}`,
    ).join("\n"),
});

function line(
  { name, version, previousVersion, alreadyInstalled, extractedFiles }: Pulled,
): string {
  if (alreadyInstalled) return `${name} ${version} is installed already.`;
  return previousVersion && previousVersion !== version
    ? `Updated ${name} from ${previousVersion} to ${version} (${extractedFiles.length} files).`
    : `Pulled ${name} ${version} (${extractedFiles.length} files).`;
}
