import type { AnyNode } from "acorn";
import type { FoundUse } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { addressesOf } from "./needs/addresses.ts";
import { isElsewhere } from "./needs/elsewhere.ts";
import { handedNeeds, type PackageOf } from "./needs/handed.ts";
import type { Need } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { programOf } from "./syntax/parse.ts";
import type { Program } from "./syntax/program.ts";
import { createEvaluator } from "./values/evaluate.ts";
import type { Evaluator } from "./values/evaluator.ts";
import { SourceMap } from "node:module";
import { packageNames } from "./owners.ts";

/** A module to look at. */
export interface ScanTask {
  /** The entry point, for code that its source map says nothing of. */
  entry: string;
  code: string;
  /** Source map, its sources named as `BundledModule.map` has them. */
  map: string;
}

/**
 * What bundled modules need that import from each other, with the author's places. The code is read,
 * not run.
 *
 * @throws SyntaxError, RangeError for code or a map that cannot be read
 */
export function scanTogether(tasks: readonly ScanTask[]): FoundUse[] {
  const places = joinedPlaces(tasks);
  const program = programOf(tasks.map(({ entry, code }) => ({ name: entry, code })));
  const packageOf = packages(places);
  const evaluator: Evaluator = createEvaluator(
    program,
    (call, method) => packageOf(call) === packageOf(method) && !isOfPlatform(call, evaluator),
  );
  const needs = [
    ...needsOf(program, evaluator),
    ...handedNeeds(program, evaluator, packageOf),
  ].filter((need) => !isElsewhere(need));
  const hints = goesSomewhere(needs) ? hintsOf(program, needs, packageOf) : [];
  return unique([...needs, ...hints].map((need) => foundUse(need, places)));
}

interface JoinedPlaces extends Places {
  /** The entry point whose code is at a position. */
  entryOf(position: number): string;
}

/** Places of modules whose positions go on from one to the next. */
function joinedPlaces(tasks: readonly ScanTask[]): JoinedPlaces {
  let base = 0;
  const parts = tasks.map(({ entry, code, map }) => {
    const start = base;
    base += code.length;
    return { entry, start, end: base, places: placesOf(code, map) };
  });
  const partAt = (position: number) =>
    parts.find(({ start, end }) => position >= start && position < end) ?? parts.at(-1)!;
  return {
    placeOf(position) {
      const { start, places } = partAt(position);
      return places.placeOf(position - start);
    },
    entryOf: (position) => partAt(position).entry,
  };
}

/** True for a call of a method that is the platform's, a text's or a list's, whatever else has that name. */
function isOfPlatform(call: AnyNode, evaluator: Evaluator): boolean {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return false;
  const { callee } = call;
  if (callee.type !== "MemberExpression" || callee.object.type === "Super") return false;
  const receivers = evaluator.valuesOf(callee.object);
  return receivers.length > 0 &&
    receivers.every(({ is }) => is === "api" || is === "text" || is === "array");
}

/** True when the code makes requests to addresses that are computed. */
function goesSomewhere(needs: readonly Need[]): boolean {
  return needs.some(({ kind, entry }) => kind === "net" && entry === undefined);
}

/** Constant addresses that the computed ones may be made of, when nothing else names them. */
function hintsOf(program: Program, needs: readonly Need[], packageOf: PackageOf): Need[] {
  const named = new Set(needs.filter(({ kind }) => kind === "net").map(({ entry }) => entry));
  return addressesOf(program).filter(({ entry, isEndpoint, node }) =>
    !named.has(entry) && (isEndpoint || packageOf(node) === undefined)
  );
}

/** Whose code a node is; each is looked up once. */
function packages(places: Places): PackageOf {
  const known = new Map<AnyNode, string | undefined>();
  return (node) => {
    if (known.has(node)) return known.get(node);
    const place = placeOf(node, places);
    const owner = place !== undefined && place.line === undefined ? place.file : undefined;
    known.set(node, owner);
    return owner;
  };
}

/** Longest path that is kept, in characters. */
const LONGEST_PATH = 240;

function foundUse({ kind, entry, by, node }: Need, places: JoinedPlaces): FoundUse {
  const place: Place = placeOf(node, places) ?? { file: places.entryOf(positionOf(node)) };
  return {
    kind,
    ...(entry === undefined ? {} : { entry }),
    file: visibleName(place.file.slice(0, LONGEST_PATH)),
    ...(place.line === undefined ? {} : { line: place.line }),
    by,
  };
}

/** The place of a node, or of what it stands in where the bundler has written it again. */
function placeOf(node: AnyNode, places: Places): Place | undefined {
  for (let at: AnyNode | undefined = node; at?.parent !== undefined; at = at.parent) {
    const place = places.placeOf(positionOf(at));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Where a person would look: at the member that is called, in a chain of several lines. */
function positionOf(node: AnyNode): number {
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    return node.callee.property.start;
  }
  return node.type === "MemberExpression" ? node.property.start : node.start;
}

/** Each use once; of a package, how it does it matters to nobody. */
function unique(uses: readonly FoundUse[]): FoundUse[] {
  const keyOf = ({ kind, entry, file, line, by }: FoundUse) =>
    JSON.stringify([kind, entry, file, line, line === undefined ? "" : by]);
  const kept = new Map<string, FoundUse>();
  for (const use of uses) kept.set(keyOf(use), kept.get(keyOf(use)) ?? use);
  return [...kept.values()];
}

/** Finds the author's places for places in a bundle. */
interface Places {
  /** Where an offset of the bundle comes from; undefined for what the bundler itself added. */
  placeOf(offset: number): Place | undefined;
}

/** A place in an extension's sources, or a package. */
interface Place {
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
function placesOf(code: string, map: string): Places {
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
