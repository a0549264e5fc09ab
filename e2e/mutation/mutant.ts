import { parseSync } from "oxc-parser";
import { CHANGES, type Mutant, type Node } from "./changes.ts";

/**
 * Every change of a source that still parses, in the order of its places. Types are left alone: they
 * are gone when the tests run.
 *
 * @param file its name, which tells the language
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  const found: Mutant[] = [];
  walk(program as unknown as Node, undefined, (node, parent) => {
    for (const [kind, change] of Object.entries(CHANGES)) {
      for (const one of change(node, parent, source)) found.push({ kind, ...one });
    }
  });
  const texts = new Set<string>([source]);
  return found
    .sort((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1))
    .filter((mutant) => {
      const text = applied(source, mutant);
      if (texts.has(text) || parseSync(file, text).errors.length > 0) return false;
      texts.add(text);
      return true;
    });
}

/** The source with the change made. */
export function applied(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** What has no effect when the program runs, or is not a rule: names of modules and of keys, types. */
const SKIPPED = /^(?:Import(?!Expression)|Export(?:All|Specifier)|TS(?!As|Satisfies|NonNull|Enum))/;

function walk(
  node: Node,
  parent: Node | undefined,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  if (SKIPPED.test(node.type)) return;
  visit(node, parent);
  for (const [key, value] of Object.entries(node)) {
    const isName = key === "key" && node["computed"] !== true;
    const isType = key === "typeAnnotation" || key === "returnType" || key === "typeArguments";
    const isModule = key === "source" && node.type.startsWith("Export");
    if (isName || isType || isModule) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, node, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
