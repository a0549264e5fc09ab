import type { AnyNode } from "acorn";
import type { FoundUse } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { addressesOf } from "./needs/addresses.ts";
import type { Need } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { type Place, type Places, placesOf } from "./place.ts";
import { programOf } from "./syntax/program.ts";
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
  const ownerOf = owners(places);
  const evaluator = createEvaluator(
    program,
    (call, method) => ownerOf(call) === ownerOf(method),
  );
  const needs = needsOf(program, evaluator);
  const computed = new Set(
    needs.filter((need) => need.kind === "net" && need.entry === undefined)
      .map((need) => ownerOf(need.node)),
  );
  const named = new Set(needs.map((need) => `${need.kind} ${need.entry}`));
  const hints = computed.size === 0 ? [] : addressesOf(program).filter((address) => {
    const owner = ownerOf(address.node);
    if (!computed.has(owner) || named.has(`net ${address.entry}`)) return false;
    return owner === OWN || address.isEndpoint;
  });
  return unique([...needs, ...hints].map((need) => foundUse(need, places, entry)));
}

const OWN = "own";

/** Whose code a node is: the author's, or a package's. */
function owners(places: Places): (node: AnyNode) => string {
  const known = new Map<AnyNode, string>();
  return (node) => {
    let owner = known.get(node);
    if (owner === undefined) {
      const file = places.placeOf(positionOf(node))?.file;
      owner = file?.startsWith("npm:") ? file : OWN;
      known.set(node, owner);
    }
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

/** Each use once. */
function unique(uses: readonly FoundUse[]): FoundUse[] {
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}
