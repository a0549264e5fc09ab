import { readTextIfPresent } from "../files/read.ts";

/**
 * The place in the extension's own sources where an error was made: `models/x.ts:12`. Undefined when
 * no frame of the stack lies in them.
 *
 * @param stack as V8 prints it
 * @param bundle absolute path of the bundle, whose source map lies beside it
 */
export async function sourcePlace(
  stack: string | undefined,
  bundle: string,
): Promise<string | undefined> {
  if (stack === undefined) return undefined;
  const name = bundle.slice(bundle.lastIndexOf("/") + 1);
  const text = await readTextIfPresent(`${bundle}.map`);
  if (text === undefined) return undefined;
  const { SourceMap } = await import("node:module");
  const map = new SourceMap(JSON.parse(text));
  for (const match of stack.matchAll(/\/([^/\s()]+):(\d+):(\d+)/g)) {
    if (decodeURIComponent(match[1]!) !== name) continue;
    const entry = map.findEntry(Number(match[2]) - 1, Number(match[3]) - 1);
    if (!("originalSource" in entry)) continue;
    // A frame in a dependency says less than the line of the extension that called it.
    if (/^(npm:|\.\.\/)|node_modules/.test(entry.originalSource)) continue;
    return `${entry.originalSource}:${entry.originalLine + 1}`;
  }
  return undefined;
}
