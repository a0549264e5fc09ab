import type { AnyNode } from "acorn";
import type { FoundUse } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { addressesOf } from "./needs/addresses.ts";
import { handedNeeds, type PackageOf } from "./needs/handed.ts";
import type { Need } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { type Place, type Places, placesOf } from "./place.ts";
import { type Program, programOf } from "./syntax/program.ts";
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
 * What a bundled module needs, with the author's places. The code is read, not run.
 *
 * @throws SyntaxError, RangeError for code or a map that cannot be read
 */
export function scanModule({ entry, code, map }: ScanTask): FoundUse[] {
  const places = placesOf(code, map);
  const program = programOf(code);
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
  return unique([...needs, ...hints].map((need) => foundUse(need, places, entry)));
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

function foundUse({ kind, entry, by, node }: Need, places: Places, module: string): FoundUse {
  const place: Place = places.placeOf(positionOf(node)) ?? { file: module };
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
