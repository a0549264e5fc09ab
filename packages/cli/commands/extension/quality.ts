import { isCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import { SERVER_DIVISOR } from "@svc/core/rubric";
import type { ExtensionInfo, Finding, Scorecard } from "@svc/core/wire";
import { connect } from "../../client/connect.ts";
import {
  compareScorecards,
  type Comparison,
  comparisonLines,
  NOTHING_PUBLISHED,
} from "../../extension/compare_scorecards.ts";
import { findExtension, getExtension, getScorecard } from "../../extension/find.ts";
import { extensionPage } from "../../extension/path.ts";
import { scoreLocally } from "../../extension/local_score.ts";
import { packExtension } from "../../extension/package.ts";
import { scorecardText } from "../../extension/scorecard_text.ts";
import { type Undeclared, undeclaredLines } from "../../extension/undeclared.ts";
import {
  arg,
  type Context,
  defineCommand,
  flag,
  number,
  type TextView,
} from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";

/** A local scorecard as `--json` prints it: ours, with the fields other clients know (reference wire 6). */
interface Local extends Scorecard {
  status: "passed" | "failed";
  name: string;
  version: string;
  maxEarnablePoints: number;
  maxClientEarnablePoints: number;
  archiveSize: number;
  checksum: string;
  warnings: Finding[];
  /** What the code was seen to need and the manifest does not declare. */
  undeclared: Undeclared[];
  /** What changed against the published version, with --compare. */
  comparison?: Comparison;
}

/** The scorecard of a published version, as the registry has it. */
interface Published extends Scorecard {
  status: "passed" | "failed";
  name: string;
  version: string | null;
  url: string;
}

type Result = Local | Published;

/** What reading a published scorecard needs of a command's context. */
type Scoring = Pick<Context, "host" | "progress" | "warn">;

export default defineCommand({
  description:
    "Packs and scores the extension locally, as the registry does. Only the registry can verify the " +
    "repository:\nits 2 points are shown as pending. Each missing factor is shown with its " +
    "location\nand the fix. For a published name, shows the registry's " +
    "scorecard instead. Exit code 1 when the score is below\n--min-score, or with --compare when a " +
    "factor earns fewer points than the published version's.",
  examples: {
    "svc extension quality": "the manifest.yaml of this folder",
    "svc extension quality extensions/tool/manifest.yaml --min-score 90":
      "fail a build below grade A",
    "svc extension quality @acme/tool": "what is published, newest version",
    "svc extension quality --compare --json": "in CI: fail if a factor got worse",
  },
  arguments: [
    arg("manifest-path", "<manifest-path>, its folder, or @collective/name[@version]", {
      default: "manifest.yaml",
      optional: true,
    }),
  ],
  options: {
    "repo-dir": REPO_DIR,
    compare: flag("Compare with the newest published version"),
    "min-score": number("<percent>", "Exit with code 1 below this score"),
  },
  credential: "optional",
  async run(context): Promise<Result> {
    const minimum = context.options["min-score"];
    if (minimum !== undefined && (minimum < 0 || minimum > 100)) {
      throw usage("--min-score must be between 0 and 100");
    }
    const { "manifest-path": manifest } = context.arguments;
    if (/^@[^/]+\/[^/]/.test(manifest) && !await isPath(context.host.cwd, manifest)) {
      if (context.options.compare) throw usage("--compare needs a manifest, not a published name");
      return await publishedCard(context, manifest);
    }
    const packed = await packExtension(context, manifest);
    const { archive, warnings, undeclared } = packed;
    const card = await scoreLocally(context, packed);
    return {
      status: card.allPassed ? "passed" : "failed",
      name: archive.manifest.name,
      version: archive.manifest.version,
      ...card,
      maxEarnablePoints: SERVER_DIVISOR,
      maxClientEarnablePoints: card.maxPoints,
      archiveSize: archive.packedBytes,
      checksum: archive.checksum,
      warnings,
      undeclared,
      ...(context.options.compare
        ? { comparison: await compared(context, archive.manifest.name, card) }
        : {}),
    };
  },
  text: (result, view) =>
    "url" in result
      ? [
        `${view.paint.bold(result.name)}${result.version ? ` ${result.version}` : ""}, published`,
        scorecardText(result, view),
        `Page: ${result.url}`,
      ].join("\n")
      : localText(result, view),
  exit: (result, options) =>
    result.percentage < (options["min-score"] ?? 0) ||
      "comparison" in result && (result.comparison?.worse.length ?? 0) > 0
      ? 1
      : 0,
});

function localText(result: Local, view: TextView): string {
  return [
    `${view.paint.bold(result.name)} ${result.version}`,
    scorecardText(result, view),
    ...result.warnings.map(({ place, message }) =>
      `  ${view.paint.yellow("warning:")} ${place}: ${message}`
    ),
    ...undeclaredLines(result.undeclared),
    `Archive: ${result.archiveSize} bytes`,
    ...(result.comparison ? comparisonLines(result.comparison) : []),
  ].join("\n");
}

/** True for a folder or file whose name looks like that of an extension. */
async function isPath(cwd: string, name: string): Promise<boolean> {
  return await Deno.lstat(`${cwd}/${name}`).then(() => true, () => false);
}

async function publishedCard(context: Scoring, reference: string): Promise<Published> {
  const { name, version } = parseExtensionReference(reference);
  if (version !== undefined) assertCalVer(version);
  const { caller } = await connect(context);
  const { card, of } = await context.progress.phase("Reading", async () => {
    const info = await getExtension(caller, name.full);
    return {
      card: await getScorecard(caller, name.full, version),
      of: version ?? shownVersion(info),
    };
  });
  return {
    status: card.allPassed ? "passed" : "failed",
    name: name.full,
    version: of,
    url: extensionPage(caller.serverUrl, name.full),
    ...card,
  };
}

async function compared(context: Scoring, name: string, card: Scorecard): Promise<Comparison> {
  const { caller } = await connect(context);
  return await context.progress.phase("Comparing", async () => {
    const info = await findExtension(caller, name);
    const version = info && shownVersion(info);
    return version
      ? compareScorecards(card, await getScorecard(caller, name, version), version)
      : NOTHING_PUBLISHED;
  });
}

/** The version that the registry judges an extension by. */
function shownVersion({ latestVersion, latestRc, latestBeta }: ExtensionInfo): string | null {
  return latestVersion ?? latestRc ?? latestBeta;
}

function assertCalVer(version: string): void {
  if (isCalVer(version)) return;
  throw new SvcError("invalid_argument", `The version '${version}' must be CalVer YYYY.MM.DD.N`, {
    hint: "For example 2026.11.21.1.",
  });
}
