/** A place in a value that its schema refuses. */
export interface SchemaProblem {
  /** Dotted path, `""` for the value itself. */
  path: string;
  message: string;
}

/** What is said of a key that a strict object does not have. */
export const UNDECLARED = "is not declared";
