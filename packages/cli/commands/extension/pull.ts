import { parseExtensionReference } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { grantOptions } from "../../extension/decide.ts";
import { pull, type Pulled } from "../../extension/pull.ts";
import { MIN_AGE, minAgeOf } from "../../extension/min_age.ts";
import { grantedText } from "../../extension/granted_text.ts";
import { nextSteps } from "../../extension/next_steps.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { CHANNEL, REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { REQUIRE_PROVENANCE } from "../../extension/provenance_options.ts";
import { INSTALL_OPTIONS } from "../../permission/allow.ts";

/** Extensions pulled because those asked for need them. */
interface Dependencies {
  dependencies: Pulled[];
}

/** One extension, or several. */
type Result = Pulled & Dependencies | { extensions: Pulled[] } & Dependencies;

export default defineCommand({
  description: [
    "Verifies checksum, archive and safety rules before writing files, shows the requested",
    "permissions and those found in the code, prompts once, then installs it with its dependencies.",
    "Runs use a bundle of the exact published sources. With --allow only those permissions are",
    "granted, without a prompt. Change them with 'svc extension grant' and 'svc extension revoke'.",
    "All that are named and their dependencies are installed together or not at all. A yanked version",
    "is refused.",
    "Without a version, the one pinned under 'pins' in .svc.yaml is used, else the newest.",
  ].join("\n"),
  examples: {
    "svc extension pull @svc/repo-insight": "the newest stable version",
    "svc extension pull @acme/tool@2026.11.21.1": "one version",
    "svc extension pull @acme/tool @acme/other": "two, or neither",
    "svc extension pull @acme/tool --channel beta --yes": "never asking",
    "svc extension pull @acme/tool --min-age 7d": "only versions at least a week old",
    "svc extension pull @acme/tool --allow net:api.acme.example --allow run:git":
      "with only these permissions",
  },
  arguments: [
    arg("name", "extensions, as @collective/name[@version]", {
      completes: "extension",
      mayBeNew: true,
      many: true,
    }),
  ],
  options: {
    channel: CHANNEL,
    "min-age": MIN_AGE,
    ...INSTALL_OPTIONS,
    "require-provenance": REQUIRE_PROVENANCE,
    "repo-dir": REPO_DIR,
  },
  credential: "optional",
  async run(context): Promise<Result> {
    const { options } = context;
    const repo = await repositoryOf(context);
    const { caller } = await connect(context);
    const names = context.arguments.name;
    const twice = twiceIn(names.map((name) => parseExtensionReference(name).name.full));
    if (twice !== undefined) throw usage(`${twice} is given twice`);
    const pulled = await pull(context, caller, repo, names, {
      channel: options.channel,
      minAge: await minAgeOf(options["min-age"], repo),
      ...await grantOptions(options),
      force: options.force,
      requireProvenance: options["require-provenance"],
    });
    const extensions = pulled.slice(0, names.length);
    const dependencies = pulled.slice(names.length);
    const [first, ...others] = extensions;
    return others.length === 0 ? { ...first!, dependencies } : { extensions, dependencies };
  },
  text(result, { quiet }) {
    const asked = "extensions" in result ? result.extensions : [result];
    return [
      ...[...asked, ...result.dependencies].map((one) => line(one, asked.length > 1)),
      ...(quiet ? [] : [...new Set(asked.flatMap(nextSteps))]),
    ].join("\n");
  },
});

/** The outcome for one extension; of several it also says what each may do. */
function line(pulled: Pulled, several: boolean): string {
  const { name, version, previousVersion, alreadyInstalled, extractedFiles, permissions } = pulled;
  if (alreadyInstalled) return `${name} ${version} is already installed.`;
  const facts = [`${extractedFiles.length} files`, several ? grantedText(permissions) : ""]
    .filter(Boolean).join("; ");
  return previousVersion && previousVersion !== version
    ? `Updated ${name} from ${previousVersion} to ${version} (${facts}).`
    : `Pulled ${name} ${version} (${facts}).`;
}

function twiceIn(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) < index);
}
