import { flag } from "../frame/command.ts";

/** Refuses what nobody signed. */
export const REQUIRE_PROVENANCE = flag(
  "Install only versions with a statement of where they came from",
);

/** What of provenance a command was told. */
export interface ProvenanceOptions {
  /** Refuses what nobody signed. */
  requireProvenance?: boolean | undefined;
  /** Asks, where the publisher is another than before, instead of refusing. */
  acceptPublisher?: boolean | undefined;
}
