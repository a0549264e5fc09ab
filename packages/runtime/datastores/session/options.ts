import type { OnGrant } from "../../consent/admission/grant_request.ts";
import type { ConfiguredDatastore } from "../configuration/configured.ts";
import type { Env } from "../configuration/named.ts";
import type { DatastoreTools } from "./tools.ts";

/** Told how much of a phase there is to do, once that is known, and how much more is done. */
export interface PhaseMeter {
  all(total: number): void;
  more(count: number): void;
}

/** Runs a phase where nobody waits at a terminal. */
export function alone<T>(
  _label: string,
  work: (meter?: PhaseMeter) => Promise<T>,
): Promise<T> {
  return work();
}

/** How a command shares what it writes. */
export interface ShareOptions {
  env: Env;
  signal?: AbortSignal | undefined;
  /** Leaves the datastore alone: the next sync brings what is written meanwhile. */
  offline?: boolean | undefined;
  /** Asks the person whether data may go to a datastore that the repository names; throws on a no. */
  onAgree?: ((datastore: ConfiguredDatastore) => Promise<void>) | undefined;
  /** Asks the person to grant what a datastore of the repository's own sources asks for. */
  onGrant?: OnGrant | undefined;
  /** What went otherwise than wished, and is not a failure of the work. */
  onWarning: (line: string) => void;
  /** Runs a part that may take long, with a label for a person who waits. */
  phase?: (<T>(label: string, work: (meter?: PhaseMeter) => Promise<T>) => Promise<T>) | undefined;
  /** Stand-ins for tests. */
  tools?: DatastoreTools | undefined;
}

/**
 * Does work that writes data of a behavior, or of all with undefined, so that other machines see it:
 * under the datastore's lock of that behavior, after bringing what they wrote, and before bringing
 * there what this one wrote. Work that is begun within holds on to the locks until the outermost ends.
 *
 * @throws SvcError before the work begins: `lock_timeout` naming the holder; `consent_required` for a
 *   datastore that nobody agreed to; `datastore_failed`, `timeout` when it cannot be reached;
 *   `cancelled`. Afterwards only what the work throws: its result stands.
 */
export type Share = <T>(behavior: string | undefined, work: () => Promise<T>) => Promise<T>;
