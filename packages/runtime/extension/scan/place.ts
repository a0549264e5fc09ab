import { SourceMap } from "node:module";
import { packageNames } from "./owners.ts";

/** Finds the author's places for places in a bundle. */
export interface Places {
  /** Where an offset of the bundle comes from; undefined for what the bundler itself added. */
  placeOf(offset: number): Place | undefined;
}

/** A place in an extension's sources, or a package. */
export interface Place {
  file: string;
  /** 1-based; absent for a package. */
  line?: number;
}

/**
 * The places of a bundle.
 *
 * @param map source map whose sources are named as `bundle/source_map.ts` does
 * @throws when the map is none
 */
export function placesOf(code: string, map: string): Places {
  const { sources: names } = JSON.parse(map);
  const sources = new SourceMap(JSON.parse(map));
  const packageOf = packageNames(Array.isArray(names) ? names : []);
  const starts = lineStarts(code);
  return {
    placeOf(offset) {
      const line = lineAt(starts, offset);
      const entry = sources.findEntry(line, offset - starts[line]!);
      if (!("originalSource" in entry) || typeof entry.originalSource !== "string") {
        return undefined;
      }
      const { originalSource, originalLine } = entry;
      const isOwn = !/^(?:npm|jsr):|^elsewhere$/.test(originalSource);
      return isOwn
        ? { file: originalSource, line: originalLine + 1 }
        : { file: packageOf(originalSource) };
    },
  };
}

function lineStarts(code: string): number[] {
  const starts = [0];
  // As source maps count: the separators of JavaScript inside texts end no line.
  for (let at = code.indexOf("\n"); at !== -1; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
