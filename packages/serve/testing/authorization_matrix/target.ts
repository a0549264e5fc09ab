/** The behavior that callers are given rights to. */
export const HELLO = "hello";

/** The behavior that most callers must not know of; its name is in no other word. */
export const OTHER = "plans-q7";

/** What a request is about. */
export interface Target {
  /** As it stands in a path: a name, or an id. */
  behavior: string;
  /** Of the behavior. */
  name: string;
  run: string;
  output: string;
  schedule: string;
  webhook: string;
  there: boolean;
}
