import { pairOf, usage } from "../frame/parse.ts";

/**
 * Reads one `key=value` of `--tag`.
 *
 * @throws SvcError `usage` without a key or a `=`.
 */
export function parseTag(pair: string): [string, string] {
  const tag = pairOf(pair);
  if (tag === undefined) throw usage(`--tag must be key=value, not '${pair}'`);
  return tag;
}
