import { SERVER_DIVISOR } from "@svc/core/rubric";
import type { Finding, Scorecard } from "@svc/core/wire";
import { scoreLocally } from "../../extension/local_score.ts";
import { packExtension } from "../../extension/package.ts";
import { scorecardText } from "../../extension/scorecard_text.ts";
import { type Undeclared, undeclaredLines } from "../../extension/undeclared.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";

/** A local scorecard as `--json` prints it: ours, with the fields other clients know (reference wire 6). */
interface Result extends Scorecard {
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
}

export default defineCommand({
  description:
    "Packs and scores the extension as the registry will, on this machine. Repository verification " +
    "is the\nregistry's to make: its 2 points are left out here and shown as pending. Each lost " +
    "point comes with its place\nand the shortest fix. Exit code 1 when the score is below " +
    "--min-score.",
  examples: [
    { command: "svc extension quality", does: "the manifest.yaml of this folder" },
    {
      command: "svc extension quality extensions/tool/manifest.yaml --min-score 90",
      does: "fail a build below grade A",
    },
    { command: "svc extension quality --json", does: "as data" },
  ],
  arguments: [{
    name: "manifest",
    summary: "the manifest or its folder; manifest.yaml when left out",
    optional: true,
  }],
  options: {
    "repo-dir": REPO_DIR,
    "min-score": { kind: "number", value: "<percent>", summary: "Exit with 1 below this score" },
  },
  credential: "none",
  async run(context): Promise<Result> {
    const minimum = context.options["min-score"];
    if (minimum !== undefined && (minimum < 0 || minimum > 100)) {
      throw usage("--min-score must be between 0 and 100");
    }
    const { archive, warnings, undeclared } = await packExtension(
      context,
      context.arguments.manifest ?? "manifest.yaml",
    );
    const card = await scoreLocally(context, archive);
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
    };
  },
  text: (result, view) =>
    [
      `${view.paint.bold(result.name)} ${result.version}`,
      scorecardText(result, view),
      ...result.warnings.map(({ place, message }) =>
        `  ${view.paint.yellow("warning:")} ${place}: ${message}`
      ),
      ...undeclaredLines(result.undeclared),
      `Archive: ${result.archiveSize} bytes`,
    ].join("\n"),
  exit: ({ percentage }, options) => percentage < (options["min-score"] ?? 0) ? 1 : 0,
});
