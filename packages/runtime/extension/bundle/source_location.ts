import { fileUrl, parentOf } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";

/**
 * The place in the extension's own sources where an error was made: `models/x.ts:12`. Undefined when
 * no frame of the stack is in them.
 *
 * @param stack as V8 prints it
 * @param bundle absolute path of the bundle; its source map and those of its chunks are beside it
 */
export async function sourceLocation(
  stack: string | undefined,
  bundle: string,
): Promise<string | undefined> {
  if (stack === undefined) return undefined;
  const folder = parentOf(bundle);
  const { SourceMap } = await import("node:module");
  const maps = new Map<string, InstanceType<typeof SourceMap> | undefined>();
  const mapOf = async (file: string) => {
    if (!maps.has(file)) {
      const text = await readTextIfPresent(`${folder}/${file}.map`);
      maps.set(file, text === undefined ? undefined : new SourceMap(JSON.parse(text)));
    }
    return maps.get(file);
  };
  for (const match of stack.matchAll(/(file:\/\/[^\s():]*)?\/([^/\s()]+\.js):(\d+):(\d+)/g)) {
    if (match[1] !== undefined && match[1] !== fileUrl(folder)) continue;
    const map = await mapOf(decodeURIComponent(match[2]!));
    const entry = map?.findEntry(Number(match[3]) - 1, Number(match[4]) - 1);
    if (entry === undefined || !("originalSource" in entry)) continue;
    // A frame in a dependency says less than the line of the extension that called it.
    if (/^(npm:|\.\.\/|elsewhere$)|node_modules/.test(entry.originalSource)) continue;
    return `${entry.originalSource}:${entry.originalLine + 1}`;
  }
  return undefined;
}
