import { isSvcError } from "@svc/core/error";
import type { Finding, Scorecard } from "@svc/core/wire";
import { scoreLocally } from "../../extension/local_score.ts";
import { type Packing, packSources, readSources, type Sources } from "../../extension/package.ts";
import { scorecardText } from "../../extension/scorecard_text.ts";
import { typesOf, uncheckedLine } from "../../extension/types.ts";
import { type Undeclared, undeclaredLines } from "../../extension/undeclared.ts";
import { MANIFEST_PATH } from "../../extension/manifest.ts";
import { type Context, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";

/** Something that a push would refuse. */
interface Refused extends Finding {
  /** What found it. */
  by: "safety" | "types" | "bundle";
}

export default defineCommand({
  description: [
    "Runs all checks of a push without sending anything, and prints every finding: the",
    "manifest, type errors, safety rules, permissions that the code needs and the manifest does not",
    "declare, and the score. Each finding has its file and line. Exit code 1 when a push would be",
    "refused.",
  ].join("\n"),
  examples: {
    "svc extension check": "the manifest.yaml of this folder",
    "svc extension check extensions/tool --json": "as data",
  },
  arguments: [MANIFEST_PATH],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const sources = await readSources(
      context,
      context.arguments["manifest-path"],
    );
    const checking = typesOf(sources, sources.places);
    checking.catch(() => {});
    const made = await packedAndScored(context, sources);
    const types = await context.progress.phase("Checking types", () => checking);
    const errors: Refused[] = [
      ...sources.unsafe.map((one) => ({ by: "safety" as const, ...one })),
      ...types.errors.map((one) => ({ by: "types" as const, ...one })),
      ...made.errors,
    ];
    return {
      status: errors.length === 0 ? "passed" : "failed",
      name: sources.manifest.name,
      version: sources.manifest.version,
      errors,
      warnings: [...sources.warnings, ...types.warnings],
      typesNotChecked: uncheckedLine(types) ?? null,
      undeclared: made.undeclared,
      // Absent for an extension that cannot be packed.
      ...(made.scorecard === undefined ? {} : { scorecard: made.scorecard }),
    };
  },
  text: (result, view) => {
    const { paint } = view;
    const { errors } = result;
    return [
      `${paint.bold(result.name)} ${result.version}`,
      ...errors.map(({ place, message }) =>
        `  ${paint.red("error:")} ${[place, message].filter((part) => part !== "").join(": ")}`
      ),
      ...result.warnings.map(({ place, message }) =>
        `  ${paint.yellow("warning:")} ${place}: ${message}`
      ),
      ...(result.typesNotChecked === null
        ? []
        : [`  ${paint.yellow("warning:")} ${result.typesNotChecked}`]),
      ...undeclaredLines(result.undeclared),
      ...(result.scorecard === undefined ? [] : [scorecardText(result.scorecard, view)]),
      errors.length === 0
        ? "It can be published: svc extension push"
        : `It cannot be published: ${errors.length} ${errors.length === 1 ? "error" : "errors"}`,
    ].join("\n");
  },
  exit: ({ errors }) => errors.length > 0 ? 1 : 0,
});

/** What a package tells of itself, or why there can be none. */
async function packedAndScored(
  context: Packing & Pick<Context, "host" | "progress">,
  sources: Sources,
): Promise<{ errors: Refused[]; undeclared: Undeclared[]; scorecard?: Scorecard }> {
  if (sources.unsafe.length > 0) return { errors: [], undeclared: [] };
  try {
    const packed = await packSources(context, sources);
    return {
      errors: [],
      undeclared: packed.undeclared,
      scorecard: await scoreLocally(context, packed),
    };
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    const details = error.details ?? [];
    const errors = details.length === 0 ? [{ path: "", message: error.message }] : details;
    return {
      errors: errors.map(({ path, message }) => ({ by: "bundle", place: path, message })),
      undeclared: [],
    };
  }
}
