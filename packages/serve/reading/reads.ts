import type { Caller } from "../caller/caller.ts";
import type { ReadingInput, ReadingKey } from "./inputs/inputs.ts";

/** What a reading is asked for with. */
export interface Asked {
  caller: Caller;
  request: Request;
}

/** Reads the repository for callers, as its files are when somebody asks. */
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
}
