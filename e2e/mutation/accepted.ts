/** A change that no test notices, and why that is right. */
export interface Accepted {
  /** From the root of the repository. */
  file: string;
  /** The line as it stands, and as it stands after the change, both without the space around them. */
  from: string;
  to: string;
  why: string;
}

/** Changes that are tried and survive with good reason. A test holds each to a line that exists. */
export const ACCEPTED: readonly Accepted[] = [];
