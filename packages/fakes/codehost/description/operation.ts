import type { DescriptionText } from "./text.ts";

/** Where a request leads. */
export interface Match {
  /** Method and path template as the description writes them: `GET /repos/{owner}/{repo}`. */
  route: string;
  template: string;
  /** Values of the template's names, decoded. */
  params: Readonly<Record<string, string>>;
}

/** Names whose value may hold slashes that are not encoded, as the platform takes them. */
const SEVERAL_SEGMENTS = new Set(["path", "ref", "basehead", "tag", "dir"]);

/** Finds the operation of a request by method and path, which is as sent, still encoded. */
export type Finder = (method: string, path: string) => Match | undefined;

/** Prepares the look-up of operations. A literal segment wins over a name. */
export function createFinder(text: DescriptionText): Finder {
  const patterns = text.paths.map((template) => ({ template, ...patternOf(template) }));
  const byFirst = Map.groupBy(patterns, ({ template }) => template.split("/")[1]!);
  for (const group of byFirst.values()) group.sort((a, b) => b.rank.localeCompare(a.rank));

  return (method, path) => {
    for (const { template, pattern, names } of byFirst.get(path.split("/")[1]!) ?? []) {
      const found = pattern.exec(path);
      if (!found || !Object.hasOwn(text.path(template), method.toLowerCase())) continue;
      const params = names.map((name, index) => [
        name,
        decodeURIComponent(found[index + 1] ?? ""),
      ]);
      return { route: `${method} ${template}`, template, params: Object.fromEntries(params) };
    }
    return undefined;
  };
}

interface Pattern {
  pattern: RegExp;
  names: string[];
  /**
   * Sorts later what is more exact. Per segment 3 for a literal, 2 for a name, 1 for a name that may
   * hold slashes, 0 for two names, which only an old form of `compare` has.
   */
  rank: string;
}

function patternOf(template: string): Pattern {
  const names: string[] = [];
  let rank = "";
  const segments = template.slice(1).split("/").map((segment) => {
    const parts = segment.split(/\{([^}]+)\}/);
    const inside = parts.filter((_, index) => index % 2 === 1);
    const several = inside.some((name) => SEVERAL_SEGMENTS.has(name));
    names.push(...inside);
    rank += inside.length === 0 ? "3" : inside.length > 1 ? "0" : several ? "1" : "2";
    if (segment === "{path}") return "(?:/(.*))?";
    const value = several ? "(.+)" : "([^/]+)";
    return "/" +
      parts.map((part, index) => index % 2 === 1 ? value : RegExp.escape(part)).join("");
  });
  return { pattern: new RegExp(`^${segments.join("")}/?$`), names, rank };
}
