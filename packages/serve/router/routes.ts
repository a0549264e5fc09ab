import { type OperationKey, type OperationRow, OPERATIONS } from "../api/table.ts";

/** An operation that a request names. */
export interface Found {
  key: OperationKey;
  row: OperationRow;
  /** Decoded. */
  params: Record<string, string>;
}

/** What stands at a path: an operation, or the methods that are taken there, or nothing. */
export type Match = Found | { allow: readonly string[] } | undefined;

interface Route {
  key: OperationKey;
  row: OperationRow;
  segments: readonly string[];
}

/** Fixed segments before parameters, so that `/data/search` is never read as a name. */
const ROUTES: readonly Route[] = (Object.entries(OPERATIONS) as [OperationKey, OperationRow][])
  .map(([key, row]) => ({ key, row, segments: row.path.split("/") }))
  .sort((a, b) => parameters(a) - parameters(b));

/** Finds the operation that a request names by its method and path, the path as it was sent. */
export function match(method: string, path: string): Match {
  const segments = path.split("/");
  const allow = new Set<string>();
  for (const route of ROUTES) {
    const params = paramsOf(route.segments, segments);
    if (params === undefined) continue;
    const { key, row } = route;
    if (row.method === method || row.method === "GET" && method === "HEAD") {
      return { key, row, params };
    }
    allow.add(row.method);
    if (row.method === "GET") allow.add("HEAD");
  }
  return allow.size === 0 ? undefined : { allow: [...allow].sort() };
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index]!;
    if (!expected.startsWith("{")) {
      if (given !== expected) return undefined;
      continue;
    }
    const text = decoded(given);
    if (text === undefined || text === "") return undefined;
    params[expected.slice(1, -1)] = text;
  }
  return params;
}

function decoded(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function parameters({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith("{")).length;
}
