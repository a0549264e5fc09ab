import type { OptionSpec } from "../frame/command.ts";

/** Refuses what nobody signed. */
export const REQUIRE_PROVENANCE = {
  kind: "flag",
  summary: "Install only versions with a statement of where they came from",
} as const satisfies OptionSpec;

/** What of provenance a command was told. */
export interface ProvenanceOptions {
  /** Refuses what nobody signed. */
  requireProvenance?: boolean | undefined;
  /** Asks, where the publisher is another than before, instead of refusing. */
  acceptPublisher?: boolean | undefined;
}
