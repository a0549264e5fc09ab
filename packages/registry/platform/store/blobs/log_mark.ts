/** The largest head of the registry's log that was served, as it stands beside the archives. */
export interface Mark {
  /** The signed head. */
  text: string;
  /** Tells this one from those before and after it. */
  tag: string;
}

/**
 * Keeps one small text apart from the database, so that a database which has lost commits is found out
 * before it signs another history (reference trust 4.3).
 */
export interface MarkStore {
  read(): Promise<Mark | undefined>;
  /**
   * Puts `text` in the place of `before`, durable before it returns.
   *
   * @param before what was read; undefined when there was none
   * @returns false when another one has been written meanwhile: nothing is changed
   */
  write(text: string, before: Mark | undefined): Promise<boolean>;
}
