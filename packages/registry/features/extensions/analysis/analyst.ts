import type { Facts } from "@svc/scorecard/facts";
import type { Provenance } from "@svc/provenance";
import type { Claim } from "../provenance/claim.ts";
import type { Announced } from "./examine.ts";
import type { Submission } from "./submission.ts";

/** Reads and analyses archives: everything about a publication that costs processor time. */
export interface Analyst {
  /**
   * Reads the archive in a file; checks it against what was announced, when it was, and the
   * statement of where it came from, when one came with it. Settles when the archive was read; its
   * facts follow.
   *
   * @throws SvcError as `readArchive` and `examine`; `provenance_invalid`; `unavailable` when the
   *   analyst is overloaded, ran out of time or memory
   */
  open(path: string, announced?: Announced, claim?: Claim): Promise<Opened>;
  /** Ends what is running. */
  close(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    /** Reads and analyses archives as data. */
    analyst: Analyst;
  }
}

/** An archive that was read and is being analysed. */
export interface Opened {
  submission: Submission;
  /** The statement that came with it, verified. */
  provenance: Provenance | undefined;
  /** @throws SvcError `archive_invalid` when the archive lacks an entry point of its manifest */
  facts: Promise<Facts>;
}

/** A promise whose failure may be looked at late, or never. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
