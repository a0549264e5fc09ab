import { z } from "zod";
import { TypeOrigin } from "./type.ts";
import { ModelFields, TimeField } from "./value.ts";

const sha256 = (what: string) => z.string().describe(`SHA-256 of ${what} in hexadecimal`);

/** What made a run begin: a command, or one of the ways into `svc serve`. */
export const RunTrigger = z.enum(["command", "api", "page", "mcp", "schedule", "webhook"]);
export type RunTrigger = z.output<typeof RunTrigger>;

/** Code that ran, and who agreed to that. */
const RanCode = {
  extension: z.object({
    name: z.string().describe("Extension; the type where it belongs to none"),
    from: TypeOrigin,
    version: z.string().exactOptional(),
    checksum: sha256("the archive").exactOptional(),
    bundle: sha256("the bundle that ran").exactOptional(),
    serverUrl: z.string().exactOptional().describe("The registry that it was pulled from"),
    logIndex: z.int().exactOptional().describe("Its entry in the registry's log"),
  }),
  consent: z.object({
    by: z.string().exactOptional().describe(
      "The user of the machine whose configuration has the consent",
    ),
    at: TimeField,
  }).exactOptional().describe("Who agreed to run it, and when; absent where nothing was granted"),
};

/**
 * Where a run comes from: the chain from a commit to what it wrote. What is absent is not known, as in
 * records of earlier versions.
 */
export const RunOrigin = z.object({
  extension: RanCode.extension.exactOptional().describe("Whose code ran"),
  consent: RanCode.consent,
  others: z.array(z.object({
    does: z.enum(["checks", "report"]).describe(
      "`checks`: its checks ran before the method; `report`: it reported on the run",
    ),
    ...RanCode,
  })).exactOptional().describe("What else ran; absent where nothing did"),
  commit: z.object({
    id: z.string(),
    dirty: z.boolean().exactOptional().describe(
      "True when behaviors, extensions, vaults, the lockfile or .svc.yaml had changes that are not in it",
    ),
  }).exactOptional().describe("What of the repository was checked out in git"),
  caller: z.object({
    by: z.string().describe(
      "`user:ada`, `token:ci`, `schedule:nightly`, `webhook:deploy`, `ghost`",
    ),
    trigger: RunTrigger.exactOptional(),
  }).exactOptional().describe("Who ran it"),
}).meta({ id: "RunOrigin" });
export type RunOrigin = z.output<typeof RunOrigin>;

/** How a step of a verification ended. What could not be checked has not passed. */
export const VerificationOutcome = z.enum(["passed", "failed", "notChecked"]);
export type VerificationOutcome = z.output<typeof VerificationOutcome>;

/** One step on the way back from data to a commit. */
export const VerificationStep = z.object({
  name: z.enum(["content", "record", "extension", "consent", "commit", "checks", "report"]),
  outcome: VerificationOutcome,
  message: z.string().describe("What was found, or why it could not be checked"),
});
export type VerificationStep = z.output<typeof VerificationStep>;

/** Answer to `svc data verify`. */
export const DataVerification = z.object({
  ...ModelFields.shape,
  dataName: z.string(),
  dataId: z.string().describe("UUID of the version"),
  version: z.number(),
  outcome: VerificationOutcome.describe(
    "`failed` when a step failed; `passed` when all passed; otherwise `notChecked`",
  ),
  runId: z.string().nullable().describe("The run that wrote it; null when no record names it"),
  origin: RunOrigin.describe("What the record of the run says"),
  steps: z.array(VerificationStep),
});
export type DataVerification = z.output<typeof DataVerification>;
