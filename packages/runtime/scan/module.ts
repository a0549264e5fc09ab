import type { AnyNode } from "acorn";
import type { FoundUse } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { addressesOf } from "./needs/addresses.ts";
import { handedNeeds, type PackageOf } from "./needs/handed.ts";
import type { Need } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { type Place, type Places, placesOf } from "./place.ts";
import { programOf } from "./syntax/parse.ts";
import type { Program } from "./syntax/program.ts";
import { createEvaluator } from "./values/evaluate.ts";

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
  const evaluator = createEvaluator(
    program,
    (call, method) => packageOf(call) === packageOf(method),
  );
  const needs = [
    ...needsOf(program, evaluator),
    ...handedNeeds(program, evaluator, packageOf),
  ];
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
    const place = places.placeOf(positionOf(node));
    const owner = place !== undefined && place.line === undefined ? place.file : undefined;
    known.set(node, owner);
    return owner;
  };
}

/** Longest path that is kept, in characters. */
const LONGEST_PATH = 240;

function foundUse({ kind, entry, by, node }: Need, places: JoinedPlaces): FoundUse {
  const position = positionOf(node);
  const place: Place = places.placeOf(position) ?? { file: places.entryOf(position) };
  return {
    kind,
    ...(entry === undefined ? {} : { entry }),
    file: visibleName(place.file.slice(0, LONGEST_PATH)),
    ...(place.line === undefined ? {} : { line: place.line }),
    by,
  };
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
