import { fileUrl, parentOf } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import { nativeAddon } from "./native.ts";

/** Where an error was made. */
interface SourceLocation {
  /** The place in the extension's own sources, `models/x.ts:12`; undefined when no frame is in them. */
  place: string | undefined;
  /** What is to be said in place of the error's message, where that came of a native add-on. */
  native: string | undefined;
}

/**
 * Where an error was made.
 *
 * @param error its message, and its stack as V8 prints it
 * @param bundle absolute path of the bundle; its source map and those of its chunks are beside it
 */
export async function sourceLocation(
  { message, stack = "" }: { message: string; stack?: string | undefined },
  bundle: string,
): Promise<SourceLocation> {
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
  const sources: string[] = [];
  for (const match of stack.matchAll(/(file:\/\/[^\s():]*)?\/([^/\s()]+\.js):(\d+):(\d+)/g)) {
    if (match[1] !== undefined && match[1] !== fileUrl(folder)) continue;
    const map = await mapOf(decodeURIComponent(match[2]!));
    const entry = map?.findEntry(Number(match[3]) - 1, Number(match[4]) - 1);
    if (entry === undefined || !("originalSource" in entry)) continue;
    sources.push(entry.originalSource);
    // A frame in a dependency says less than the line of the extension that called it.
    if (/^(npm:|\.\.\/|elsewhere$)|node_modules/.test(entry.originalSource)) continue;
    const place = `${entry.originalSource}:${entry.originalLine + 1}`;
    return { place, native: nativeAddon(message, sources) };
  }
  return { place: undefined, native: nativeAddon(message, sources) };
}
