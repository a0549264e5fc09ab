/** How a process that serves learns what other processes changed in the store. */
export interface Following {
  /**
   * False while changes of others may have gone unheard for more than a second. What is kept in
   * memory does not count then: the store is asked. True before `start`, and where the process is
   * the only one.
   */
  current(): boolean;
  /** Settles when every change that was committed before the call has been told. */
  look(): Promise<void>;
  /** Follows the store until `stop`. */
  start(): void;
  stop(): Promise<void>;
}
