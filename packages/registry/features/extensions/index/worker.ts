import type { IndexedExtension } from "./memory/document.ts";
import type { IndexAnswer, IndexRequest } from "./memory/request.ts";

/** What holds an index in memory. It does one thing after another, in the order it was asked. */
export interface IndexWorker {
  /** @throws ProcessFailure when it has ended; whatever it held is lost */
  put(extensions: readonly IndexedExtension[]): Promise<void>;
  /** @throws ProcessFailure as {@link IndexWorker.put} */
  search(request: IndexRequest): Promise<IndexAnswer>;
  /**
   * Makes the next searches as quick as later ones.
   *
   * @throws ProcessFailure as {@link IndexWorker.put}
   */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** What a worker is asked for. */
export type IndexTask =
  | { put: readonly IndexedExtension[] }
  | { search: IndexRequest }
  | { warm: true };
