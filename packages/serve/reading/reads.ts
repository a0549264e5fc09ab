import type { Reply, RequestHead } from "@svc/http/listener";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../caller/caller.ts";
import type { Rights } from "../rights/rights.ts";
import type { ReadingInput, ReadingKey } from "./inputs/inputs.ts";

/** What a reading is asked for with. */
export interface Asked {
  caller: Caller;
  request: Request;
}

/**
 * Reads the repository for callers. What another process changes is seen at the next reading, or at most
 * a second later where the same was asked for just before; what a run of this server wrote is seen as
 * soon as the run has ended.
 */
export interface Reads extends AsyncDisposable {
  /**
   * The answer to an operation that reads: JSON, as far as the caller may see it.
   *
   * @param input parameters of the path, query and body together, checked
   * @throws SvcError what reading raises; `timeout`, `memory_limit`, `rate_limited`
   */
  answer<Key extends ReadingKey>(
    key: Key,
    input: ReadingInput<Key>,
    asked: Asked,
  ): Promise<Response>;
  /** The answer to a GET of a caller, when it is prepared, and to which operation; else undefined. */
  prepared(request: RequestHead, caller: Caller): { key: ReadingKey; reply: Reply } | undefined;
  /** The repository as somebody with these rights sees it, with what is known of its behaviors. */
  view(rights: Rights): Repository;
  /** Forgets what is prepared: a run has ended. */
  changed(): void;
}
