import { readStored } from "@svc/core/json";
import { Finding, Outcome } from "@svc/core/wire";
import { z } from "zod";

/** How a run of the documentation tool ended; whether a factor is earned is for the rubric to say. */
const ToolOutcome = Outcome.exclude(["failed"]);

/** What the README factors look at. */
const ReadmeFacts = z.object({
  path: z.string(),
  /** Length in code points. */
  characters: z.int(),
  /** Fenced code blocks, as CommonMark counts them. */
  codeBlocks: z.int(),
});
export type ReadmeFacts = z.output<typeof ReadmeFacts>;

/** What `deno doc --json` found. */
const SymbolFacts = z.object({
  outcome: ToolOutcome,
  /** Why it did not run, when it did not. */
  problem: z.string().exactOptional(),
  total: z.int(),
  documented: z.int(),
  /** Entry points with a module doc. */
  moduleDocs: z.array(z.string()),
  /** Undocumented symbols as `path:line`, at most fifty. */
  undocumented: z.array(Finding),
});
export type SymbolFacts = z.output<typeof SymbolFacts>;

/** What `deno doc --lint` found. */
const SlowTypeFacts = z.object({
  outcome: ToolOutcome,
  /** Why it did not run, when it did not. */
  problem: z.string().exactOptional(),
  total: z.int(),
  /** Diagnostics as `path:line`, at most fifty. */
  findings: z.array(Finding),
});
export type SlowTypeFacts = z.output<typeof SlowTypeFacts>;

/** A fact that may be missing from what is stored, or damaged: it is not known then. */
const known = <Fact extends z.ZodType>(fact: Fact) => fact.optional().catch(undefined);

/**
 * What one version of an extension says about itself, found once by the analyser and stored
 * (spec §2.6, per-version factors). Plain JSON. Factors are composed from it on each read, so a
 * newer rubric needs no new analysis.
 *
 * A new fact is a new member here: versions analysed before lack it, and do not earn what looks at
 * it. A fact that comes to mean something else needs a new `factsVersion`.
 */
const StoredFacts = z.object({
  factsVersion: z.literal(1),
  /** The rubric that was current when the facts were found. */
  rubricVersion: known(z.int()),
  /** The README, or null. */
  readme: known(ReadmeFacts.nullable()),
  /** A license file's path, or null. */
  licenseFile: known(z.string().nullable()),
  /** Entry points, as paths relative to `extension/`. */
  entryPoints: known(z.array(z.string())),
  symbols: known(SymbolFacts),
  slowTypes: known(SlowTypeFacts),
});

/** The facts of a version as read back: each may be unknown. */
export type StoredFacts = Partial<z.output<typeof StoredFacts>>;

/** The facts of a version as the analyser finds them: all are known. */
export type Facts = { [Name in keyof StoredFacts]-?: Exclude<StoredFacts[Name], undefined> };

/** Stored facts. Of a `factsVersion` that this release does not know, nothing is known. */
export function readFacts(text: string): StoredFacts {
  return readStored(StoredFacts, text) ?? {};
}

/** How many places a list of findings keeps; totals count all of them. */
export const FINDINGS_KEPT = 50;
