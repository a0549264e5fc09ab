import type { Finding, Outcome } from "@svc/core/wire";

/**
 * What one version of an extension says about itself, found once by the analyser and stored
 * (spec §2.6, per-version factors). Plain JSON. Factors are composed from it on each read, so a
 * newer rubric needs no new analysis.
 */
export interface Facts {
  factsVersion: 1;
  /** The rubric that was current when the facts were found. */
  rubricVersion: number;
  /** The README, or null. */
  readme: ReadmeFacts | null;
  /** A licence file's path, or null. */
  licenseFile: string | null;
  /** Entry points, as paths relative to `extension/`. */
  entryPoints: string[];
  symbols: SymbolFacts;
  slowTypes: SlowTypeFacts;
}

/** What the README factors look at. */
export interface ReadmeFacts {
  path: string;
  /** Length in code points. */
  characters: number;
  /** Fenced code blocks, as CommonMark counts them. */
  codeBlocks: number;
}

/** What `deno doc --json` found. */
export interface SymbolFacts {
  /** `passed` means that the tool ran; whether the factor is earned is for the rubric to say. */
  outcome: Exclude<Outcome, "failed">;
  /** Why it did not run, when it did not. */
  problem?: string;
  total: number;
  documented: number;
  /** Entry points with a module doc. */
  moduleDocs: string[];
  /** Undocumented symbols as `path:line`, at most fifty. */
  undocumented: Finding[];
}

/** What `deno doc --lint` found. */
export interface SlowTypeFacts {
  /** `passed` means that the tool ran. */
  outcome: Exclude<Outcome, "failed">;
  /** Why it did not run, when it did not. */
  problem?: string;
  total: number;
  /** Diagnostics as `path:line`, at most fifty. */
  findings: Finding[];
}

/** How many places a list of findings keeps; totals count all of them. */
export const FINDINGS_KEPT = 50;
