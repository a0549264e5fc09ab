import { type Node, parse } from "acorn";

/**
 * The same module, with functions that V8 compiles together with it. Otherwise it compiles each at its
 * first call, at every start again: what Deno keeps of a module are the functions compiled before its
 * first line runs. V8 takes parentheses around a function as a sign that it is about to be called. Good
 * for modules that are mostly called when they are loaded; what is kept of others grows for nothing.
 *
 * Declarations become variables before everything else, so that they are there as early as before.
 */
export function eager(text: string): string {
  const { body } = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  const first: string[] = [];
  const rest: string[] = [];
  let end = 0;
  for (const node of body) {
    rest.push(text.slice(end, node.start));
    end = node.end;
    const whole = parenthesised(text, node);
    if (node.type !== "FunctionDeclaration") {
      rest.push(whole);
      continue;
    }
    // The name is the variable's then; up to it nothing has changed.
    const { id } = node;
    const kind = text.slice(node.start, id.start).trimEnd();
    first.push(
      `var ${text.slice(id.start, id.end)} = (${kind}${whole.slice(id.end - node.start)});\n`,
    );
  }
  return first.join("") + rest.join("") + text.slice(end);
}

/** The text of a node, with parentheses around the functions in it whose meaning they do not change. */
function parenthesised(text: string, node: Node): string {
  const marks: [at: number, mark: string][] = [];
  const look = (part: unknown, holder?: Found): void => {
    if (typeof part !== "object" || part === null) return;
    const found = part as Found;
    if (EXPRESSIONS.has(found.type) && !isMethod(holder)) {
      marks.push([found.start, "("], [found.end, ")"]);
    }
    for (const inner of Object.values(part)) {
      if (Array.isArray(inner)) { for (const one of inner) look(one, found); }
      else look(inner, found);
    }
  };
  look(node);
  let result = "";
  let end = node.start;
  for (const [at, mark] of marks.sort(([a], [b]) => a - b)) {
    result += text.slice(end, at) + mark;
    end = at;
  }
  return result + text.slice(end, node.end);
}

interface Found extends Node {
  method?: boolean;
  kind?: string;
}

const EXPRESSIONS: ReadonlySet<string> = new Set(["FunctionExpression", "ArrowFunctionExpression"]);

/** True for what holds the function of a method, getter or setter: it begins behind the name. */
function isMethod(holder: Found | undefined): boolean {
  if (holder?.type === "MethodDefinition") return true;
  return holder?.type === "Property" && (holder.method === true || holder.kind !== "init");
}
