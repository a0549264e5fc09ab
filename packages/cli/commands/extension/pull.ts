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
    "Verifies checksum, archive and safety rules before writing files, shows the requested",
    "permissions and those found in the code, prompts once, then installs it with its dependencies.",
    "Runs use a bundle of the exact published sources. With --allow only those permissions are",
    "granted, without a prompt. Change them with 'svc extension grant' and 'svc extension revoke'.",
    "The extension and its dependencies are installed together or not at all. A yanked version is refused.",
    "Without a version, the one pinned under 'pins' in .svc.yaml is used, else the newest.",
  ].join("\n"),
  examples: [
    { command: "svc extension pull @svc/repo-insight", does: "the newest stable version" },
    { command: "svc extension pull @acme/tool@2026.11.21.1", does: "one version" },
    { command: "svc extension pull @acme/tool --channel beta --yes", does: "never asking" },
    {
      command: "svc extension pull @acme/tool --min-age 7d",
      does: "only versions at least a week old",
    },
    {
      command: "svc extension pull @acme/tool --allow net:api.acme.example --allow run:git",
      does: "with only these permissions",
    },
  ],
  arguments: [{ name: "name", summary: "the extension, as @collective/name[@version]" }],
  options: {
    channel: CHANNEL,
    "min-age": MIN_AGE,
    ...GRANT_OPTIONS,
    allow: ALLOW_AT_INSTALL,
    without: WITHOUT,
    force: { kind: "flag", short: "f", summary: "Overwrite locally changed files" },
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
  if (alreadyInstalled) return `${name} ${version} is already installed.`;
  return previousVersion && previousVersion !== version
    ? `Updated ${name} from ${previousVersion} to ${version} (${extractedFiles.length} files).`
    : `Pulled ${name} ${version} (${extractedFiles.length} files).`;
}
