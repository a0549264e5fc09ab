import * as z from "npm:zod@4.6.7";
import {
  codeScanningAlertSchema,
  dependabotAlertSchema,
  secretAlertSchema,
} from "../../platform/alerts/alert.ts";
import { type RunDocument, runSchema } from "../../platform/alerts/document.ts";
import { MOST_REPOSITORIES } from "../../platform/alerts/repositories.ts";
import { type Scanner, typeOfScanner } from "../../platform/alerts/scanner.ts";
import type { MethodContext } from "../../platform/context.ts";

/** Schema of {@link BuildArguments}. */
export const buildArguments = z.object({
  repos: z.array(z.string()).min(1).max(MOST_REPOSITORIES).describe(
    "Repositories, each as name or owner/name",
  ),
  dependabot: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
    "Name of the behavior that lists Dependabot alerts, or its run",
  ),
  codeScanning: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
    "Name of the behavior that lists code scanning alerts, or its run",
  ),
  secretScanning: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
    "Name of the behavior that lists secret scanning alerts, or its run",
  ),
});

/** Arguments of `build`. Of each scanner the name of its behavior, or what it wrote as `run`. */
export type BuildArguments = z.infer<typeof buildArguments>;

/** The arguments that bring a run, in the order messages show them. */
const RUN_ARGUMENTS = ["dependabot", "codeScanning", "secretScanning"] as const;

/** One of {@link RUN_ARGUMENTS}. */
export type RunArgument = typeof RUN_ARGUMENTS[number];

/** Which scanner each argument is about, and what its runs look like. */
const EXPECTED = {
  dependabot: {
    scanner: "dependabot",
    schema: runSchema("dependabot", dependabotAlertSchema),
  },
  codeScanning: {
    scanner: "code-scanning",
    schema: runSchema("code-scanning", codeScanningAlertSchema),
  },
  secretScanning: {
    scanner: "secret-scanning",
    schema: runSchema("secret-scanning", secretAlertSchema),
  },
} as const satisfies Record<RunArgument, { scanner: Scanner; schema: unknown }>;

/** The run that an argument brought. */
export interface GivenRun {
  argument: RunArgument;
  run: RunDocument;
}

/** The runs that could be read, and in words why others could not. */
export async function readRuns(
  args: BuildArguments,
  context: MethodContext<{ org: string }>,
): Promise<{ runs: GivenRun[]; gaps: string[] }> {
  const runs: GivenRun[] = [];
  const gaps: string[] = [];
  for (const argument of RUN_ARGUMENTS) {
    try {
      runs.push({ argument, run: await readRun(argument, args[argument], context) });
    } catch (error) {
      gaps.push(`${argument}: ${(error as Error).message}`);
    }
  }
  return { runs, gaps };
}

async function readRun(
  argument: RunArgument,
  given: string | Record<string, unknown>,
  context: MethodContext<{ org: string }>,
): Promise<RunDocument> {
  const { scanner, schema } = EXPECTED[argument];
  const data = typeof given === "string" ? await newestRun(given, scanner, context) : given;
  if (data.scanner !== scanner) {
    const found = typeof data.scanner === "string" ? `of ${data.scanner}` : "of no scanner";
    throw new Error(`the run is ${found}, but must be of ${scanner}`);
  }
  const { success, data: run, error } = schema.safeParse(data);
  if (success) return run;
  const { path, message } = error.issues[0]!;
  throw new Error(`the run has an unexpected format: ${message} at ${path.join(".")}`);
}

async function newestRun(
  behavior: string,
  scanner: Scanner,
  context: MethodContext<{ org: string }>,
): Promise<Record<string, unknown>> {
  const records = await context.readModelData(behavior, "run");
  const newest = records.find(({ name }) => name === "run");
  if (newest !== undefined) return newest.attributes;
  throw new Error(
    `'${behavior}' has no run: run 'list' of a behavior of the type ${
      typeOfScanner(scanner)
    } first`,
  );
}
