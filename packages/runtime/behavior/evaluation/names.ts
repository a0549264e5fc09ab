import { templateParts } from "../../repository/inputs/template.ts";

/** A text literal, a name, white space, a number with what is attached to it, or a single character. */
const TOKEN =
  /[rRbB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')|[A-Za-z_]\w*|\s+|\d\w*|[\s\S]/g;

/** How many names may follow `model` and hold hyphens: the behavior's, then those of an output. */
const OUTPUTS: ReadonlySet<string> = new Set(["resource", "file"]);

/** The parts of an expression: text literals, names, white space, and single characters. */
export function expressionTokens(expression: string): string[] {
  return expression.match(TOKEN) ?? [];
}

/**
 * The expression with `model.my-vpc.resource` as `model["my-vpc"].resource`: names of behaviors and of
 * their outputs have hyphens, which CEL reads as minus. So do inputs and arguments of these names.
 *
 * @param known names with hyphens that may follow `inputs` and `self.globalArguments`
 */
export function indexedNames(expression: string, known: ReadonlySet<string> = new Set()): string {
  const tokens = expressionTokens(expression);
  let result = "";
  let at = 0;
  const take = (accepted: (name: string) => boolean): boolean => {
    const taken = nameAt(tokens, at, accepted);
    if (taken === undefined) return false;
    result += taken.text;
    at = taken.end;
    return true;
  };
  while (at < tokens.length) {
    const token = tokens[at]!;
    const first = isName(token) && tokens[at - 1] !== ".";
    result += token;
    at++;
    if (!first) continue;
    if (token === "inputs") take((name) => known.has(name));
    if (token === "self" && tokens[at + 1] === "globalArguments") {
      result += ".globalArguments";
      at += 2;
      take((name) => known.has(name));
    }
    if (token !== "model" || !take(() => true)) continue;
    if (tokens[at] !== "." || !OUTPUTS.has(tokens[at + 1] ?? "")) continue;
    result += `.${tokens[at + 1]}`;
    at += 2;
    if (take(() => true)) take(() => true);
  }
  return result;
}

/** What `.name` or `.?name` at a place is to become, with what is joined to it by hyphens as long as that is `accepted`. */
function nameAt(
  tokens: readonly string[],
  at: number,
  accepted: (name: string) => boolean,
): { text: string; end: number } | undefined {
  const optional = tokens[at + 1] === "?";
  const start = at + (optional ? 2 : 1);
  if (tokens[at] !== "." || !isName(tokens[start])) return undefined;
  let name = tokens[start]!;
  let end = start + 1;
  for (let next = end, longer = name; tokens[next] === "-"; next += 2) {
    const more = tokens[next + 1];
    if (more === undefined || !/^\w+$/.test(more)) break;
    longer += `-${more}`;
    if (!accepted(longer)) continue;
    name = longer;
    end = next + 2;
  }
  const mark = optional ? "?" : "";
  return { text: name.includes("-") ? `[${mark}${JSON.stringify(name)}]` : `.${mark}${name}`, end };
}

const INPUT = /(?<![.\w])inputs\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:"([^"\\]+)"|'([^'\\]+)')\s*\])/g;

/** The inputs that the expressions in a value cannot do without. */
export function neededInputs(value: unknown, known: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === "object" && part !== null) Object.values(part).forEach(walk);
    if (typeof part !== "string") return;
    for (const piece of templateParts(part)) {
      if (!("expression" in piece)) continue;
      for (const [, ...found] of indexedNames(piece.expression, known).matchAll(INPUT)) {
        names.add(found.find((name) => name !== undefined)!);
      }
    }
  };
  walk(value);
  return names;
}

function isName(token: string | undefined): token is string {
  return token !== undefined && /^[A-Za-z_]\w*$/.test(token);
}
