import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { grantOptions } from "../../extension/decide.ts";
import { MIN_AGE, minAgeOf } from "../../extension/min_age.ts";
import { installedStates } from "../../extension/installed_state.ts";
import { pinnedNow, type Updated, updateOne } from "../../extension/update.ts";
import { blockText } from "../../frame/terminal_text.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { REQUIRE_PROVENANCE } from "../../extension/provenance_options.ts";
import { INSTALL_OPTIONS } from "../../permission/allow.ts";

export default defineCommand({
  description: [
    "Installs the newest version of the channel each was pulled from, unless another installed extension",
    "or 'pins' in .svc.yaml requires an exact version. New permissions of a version are shown",
    "and requested, as with a pull. Each is updated together with its new dependencies, or stays as it",
    "was: a failed update does not affect the others. Exit code 1 when one fails.",
  ].join("\n"),
  examples: {
    "svc extension update": "all of them",
    "svc extension update @acme/tool --dry-run": "show what would change",
    "svc extension update @acme/tool --accept-publisher":
      "from another publisher, after a question",
    "svc extension update --min-age 7d": "to versions at least a week old",
  },
  arguments: [
    arg("name", "extensions, as @collective/name", {
      defaultText: "all",
      completes: "extension",
      many: true,
      optional: true,
    }),
  ],
  options: {
    "dry-run": flag("Show what would change without changing it"),
    "min-age": MIN_AGE,
    ...INSTALL_OPTIONS,
    "require-provenance": REQUIRE_PROVENANCE,
    "accept-publisher": flag("Ask whether to take it from another publisher than before"),
    "repo-dir": REPO_DIR,
  },
  lists: ".extensions[]",
  credential: "optional",
  async run(context) {
    const { options } = context;
    const names = (context.arguments.name ?? []).map((name) => parseExtensionName(name).full);
    if (options["accept-publisher"] && names.length !== 1) {
      throw usage("--accept-publisher takes the name of one extension");
    }
    const repo = await repositoryOf(context);
    const minAge = await minAgeOf(options["min-age"], repo);
    const all = await context.progress.phase(
      "Contacting the registry",
      () => installedStates(context, repo, { minAge, ownOnly: false }),
    );
    const absent = names.find((name) => !all.some((one) => one.name === name));
    if (absent !== undefined) {
      throw new SvcError("not_found", `Extension not found: ${absent} is not installed here`, {
        hint: `Pull it: svc extension pull ${absent}`,
      });
    }
    const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    const how = {
      ...await grantOptions(options),
      minAge,
      force: options.force,
      requireProvenance: options["require-provenance"],
      acceptPublisher: options["accept-publisher"],
      dryRun: options["dry-run"],
    };
    const extensions: Updated[] = [];
    for (const one of chosen) {
      extensions.push(await updateOne(context, repo, await pinnedNow(repo, one), how));
    }
    const failed = extensions.filter(({ error }) => error !== undefined).length;
    const updated = extensions.filter(({ newVersion, error }) => newVersion && !error).length;
    return {
      extensions,
      summary: {
        total: extensions.length,
        upToDate: extensions.length - failed - updated,
        updated,
        failed,
      },
      dryRun: how.dryRun,
    };
  },
  whole: ["error"],
  text({ extensions, summary, dryRun }, { paint }) {
    if (extensions.length === 0) return "No extensions yet; try 'svc extension search'.";
    const done = dryRun ? "would be updated" : "updated";
    return [
      ...extensions.flatMap((one) => {
        if (one.error !== undefined) {
          return [`${one.name} ${paint.red("failed")}`, blockText(blockText(one.error))];
        }
        return [
          one.newVersion
            ? `${one.name} ${one.previousVersion} → ${one.newVersion}`
            : one.remarks.length > 0
            ? `${one.name} ${one.installedVersion}: ${one.remarks.join("; ")}`
            : `${one.name} ${one.installedVersion} is up to date`,
          ...one.permissionsAdded.map((text) => `  + ${text}`),
          ...one.permissionsRemoved.map((text) => `  - ${text}`),
          ...one.dependencies.map((text) => `  with ${text}`),
          ...(one.changesUrl === undefined ? [] : [`  changes: ${one.changesUrl}`]),
        ];
      }),
      `${summary.updated} ${done}, ${summary.upToDate} as before, ${summary.failed} failed.`,
    ].join("\n");
  },
  exit: ({ summary }) => summary.failed > 0 ? 1 : 0,
});
