import { MIN_AGE, minAgeOf } from "../../extension/min_age.ts";
import { type ExtensionState, installedStates, remarks } from "../../extension/installed_state.ts";
import { listing } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

/** States in which nobody knows whether there is an update. */
const UNTOLD: ReadonlySet<ExtensionState> = new Set(["failed", "not_found"]);

export default defineCommand({
  description: [
    "WANTED is what 'svc extension update' would install: the newest version of the channel that exact",
    "pins of other manifests, 'pins' in .svc.yaml and --min-age allow. LATEST is the newest of the",
    "channel. Exit code 1 when an update is available, a registry cannot be reached, or an extension",
    "is not found there; else 0, also when an update is held back.",
  ].join("\n"),
  examples: {
    "svc extension outdated": "list available updates",
    "svc extension outdated --json": "in CI: exit code 1 when an update is available",
    "svc extension outdated --min-age 7d": "only versions at least a week old",
  },
  options: { "min-age": MIN_AGE, "repo-dir": REPO_DIR },
  lists: ".extensions[]",
  credential: "optional",
  async run(context) {
    const repo = await repositoryOf(context);
    const minAge = await minAgeOf(context.options["min-age"], repo);
    const all = await context.progress.phase(
      "Contacting the registry",
      () => installedStates(context, repo, { minAge, ownOnly: false }),
    );
    return {
      extensions: all.filter(({ status, advisories }) => status !== "up_to_date" || advisories),
      hasUpdateAvailable: all.some(({ status }) => status === "update_available"),
      hasDeprecated: all.some(({ deprecated }) => deprecated),
      hasYanked: all.some(({ yanked }) => yanked),
      hasAdvisory: all.some(({ advisories }) => advisories),
    };
  },
  text({ extensions }, view) {
    if (extensions.length === 0) return "Everything is up to date.";
    const lines = listing(view, extensions, {
      NAME: (one) => one.name,
      INSTALLED: (one) => one.installedVersion,
      WANTED: (one) => one.wantedVersion ?? one.installedVersion,
      LATEST: (one) => one.latestVersion ?? "-",
      CHANNEL: (one) => one.channel,
      STATE: (one) => one.error ?? remarks(one).join("; "),
    });
    return [
      lines,
      ...extensions.flatMap(({ advisories = [] }) => advisories.map((line) => `  ${line}`)),
      ...(extensions.some(({ wantedVersion }) => wantedVersion)
        ? ["Update them: svc extension update"]
        : []),
    ].join("\n");
  },
  exit: ({ extensions, hasUpdateAvailable }) =>
    hasUpdateAvailable || extensions.some(({ status }) => UNTOLD.has(status)) ? 1 : 0,
});
