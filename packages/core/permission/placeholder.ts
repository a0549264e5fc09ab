/**
 * An entry whose value is given elsewhere: by an argument of the behavior, by the configuration of the
 * vault or datastore, or by a variable.
 */
export interface Placeholder {
  source: "globalArgs" | "config" | "env";
  /** The argument, the setting or the variable. */
  name: string;
  /** What of a path follows, without a slash in front; empty for all others. */
  below: string;
}

const PLACEHOLDER = /^\$\{(globalArgs|config|env)\.([A-Za-z_][A-Za-z0-9_]*)\}(?:\/([^]*))?$/;

/** The placeholder that an entry of any kind is; undefined for one that says itself what it grants. */
export function placeholderIn(entry: string): Placeholder | undefined {
  const match = PLACEHOLDER.exec(entry);
  if (match === null) return undefined;
  const [, source, name, below = ""] = match;
  return { source: source as Placeholder["source"], name: name!, below };
}
