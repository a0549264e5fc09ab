import { connect } from "../../client/connect.ts";
import { grantOptions } from "../../extension/decide.ts";
import { pull, type Pulled } from "../../extension/pull.ts";
import { MIN_AGE, minAgeOf } from "../../extension/min_age.ts";
import { nextSteps } from "../../extension/brought.ts";
import { defineCommand } from "../../frame/command.ts";
import { CHANNEL, REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { ALLOW_AT_INSTALL, GRANT_OPTIONS, WITHOUT } from "../../permission/allow.ts";

interface Result extends Pulled {
  /** Extensions pulled because this one needs them. */
  dependencies: Pulled[];
}

export default defineCommand({
  description: [
    "Checks checksum, archive and safety rules before a file is written, shows what the manifest asks",
    "for and what the code was found to need, asks you once, then installs it and what it depends on.",
    "What runs later is bundled from the exact sources that were published. With --allow it is granted",
    "exactly that, without a prompt. 'svc extension grant' and 'svc extension revoke' change it.",
    "The extension and its dependencies are installed together or not at all. A yanked version is refused.",
    "Without a version, the one that 'pins' in .svc.yaml names is taken, else the newest.",
  ].join("\n"),
  examples: [
    { command: "svc extension pull @svc/repo-insight", does: "the newest stable version" },
    { command: "svc extension pull @acme/tool@2026.11.21.1", does: "one version" },
    { command: "svc extension pull @acme/tool --channel beta --yes", does: "never asking" },
    { command: "svc extension pull @acme/tool --min-age 7d", does: "nothing younger than a week" },
    {
      command: "svc extension pull @acme/tool --allow net:api.acme.example --allow run:git",
      does: "with these permissions and no others",
    },
  ],
  arguments: [{ name: "name", summary: "the extension, as @collective/name[@version]" }],
  options: {
    channel: CHANNEL,
    "min-age": MIN_AGE,
    ...GRANT_OPTIONS,
    allow: ALLOW_AT_INSTALL,
    without: WITHOUT,
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
      minAge: await minAgeOf(options["min-age"], repo),
      ...await grantOptions(options),
      force: options.force,
    });
    return { ...asked!, dependencies };
  },
  text: (result, { quiet }) =>
    [...[result, ...result.dependencies].map(line), ...(quiet ? [] : nextSteps(result))].join("\n"),
});

function line(
  { name, version, previousVersion, alreadyInstalled, extractedFiles }: Pulled,
): string {
  if (alreadyInstalled) return `${name} ${version} is installed already.`;
  return previousVersion && previousVersion !== version
    ? `Updated ${name} from ${previousVersion} to ${version} (${extractedFiles.length} files).`
    : `Pulled ${name} ${version} (${extractedFiles.length} files).`;
}
