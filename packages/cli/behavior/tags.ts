import { usage } from "../frame/parse.ts";

/**
 * Reads one `key=value` of `--tag`.
 *
 * @throws SvcError `usage` without a key or a `=`.
 */
export function parseTag(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  if (equals < 1) throw usage(`--tag must be key=value, not '${pair}'`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
