import { type Node, parse } from "acorn";

/** All that a package exports. */
export const ALL = "*";

/** Where a variable comes from: an export of a package, or, as `ALL`, the package. */
interface Origin {
  from: string;
  name: string;
}

/**
 * What a module uses of the packages that it imports: names of exports by the package's name, and `ALL`
 * where no name tells. `z.string` is said of an export that the module takes a member of.
 *
 * A variable of the same name in another function counts as well: never is too little found.
 */
export function usesOf(text: string): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>();
  const use = ({ from, name }: Origin): void => {
    uses.set(from, (uses.get(from) ?? new Set()).add(name));
  };
  const variables = new Map<string, Origin[]>();
  const declare = (variable: string, origin: Origin): void => {
    variables.set(variable, [...variables.get(variable) ?? [], origin]);
  };
  const named = new Set<Found>();
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  // First, as a function may stand before what it uses.
  walk(program, (found) => {
    const from = packageIn(found);
    if (found.type === "ImportDeclaration") {
      for (const { type, local, imported } of found.specifiers!) {
        const name = type === "ImportDefaultSpecifier" ? "default" : imported?.name ?? ALL;
        declare(local.name!, { from: from!, name });
      }
    } else if (found.type.startsWith("Export") && from !== undefined) {
      for (const { local } of found.specifiers ?? [{ local: { name: ALL } }]) {
        use({ from, name: local.name! });
      }
    } else if (found.type === "VariableDeclarator" && found.init?.type === "AwaitExpression") {
      const loaded = found.init.argument!;
      const taken = found.id!.type === "Identifier" ? ALL : takenBy(found.id!);
      const loads = packageIn(loaded);
      if (loads === undefined || taken === undefined) return;
      named.add(loaded);
      if (taken === ALL) declare(found.id!.name!, { from: loads, name: ALL });
      else for (const name of taken) use({ from: loads, name });
    }
  });
  walk(program, (found, holder) => {
    const from = packageIn(found);
    if (found.type === "ImportExpression" && from !== undefined && !named.has(found)) {
      use({ from, name: ALL });
    }
    if (found.type !== "Identifier" || isDeclared(found, holder) || isKey(found, holder)) return;
    const member = memberOf(found, holder);
    for (const { from, name } of variables.get(found.name!) ?? []) {
      if (member === undefined) use({ from, name });
      else use({ from, name: name === ALL ? member : `${name}.${member}` });
    }
  });
  return uses;
}

interface Found extends Node {
  name?: string;
  value?: unknown;
  source?: Found | null;
  specifiers?: { type: string; local: { name?: string }; imported?: { name: string } }[];
  argument?: Found;
  id?: Found;
  init?: Found | null;
  object?: Found;
  property?: Found;
  properties?: Found[];
  key?: Found;
  computed?: boolean;
  shorthand?: boolean;
}

function walk(node: unknown, look: (found: Found, holder: Found) => void, holder?: Found): void {
  if (typeof node !== "object" || node === null) return;
  const found = node as Found;
  const isNode = typeof found.type === "string";
  if (isNode) look(found, holder ?? found);
  for (const part of Object.values(found)) walk(part, look, isNode ? found : holder);
}

/** The package that a declaration or `import()` names. */
function packageIn({ source }: Found): string | undefined {
  return typeof source?.value === "string" ? source.value : undefined;
}

/** The names that a pattern takes, where it says each. */
function takenBy({ properties }: Found): string[] | undefined {
  const names = properties?.map(({ key, computed }) => computed ? undefined : key?.name);
  return names?.every((name) => name !== undefined) ? names : undefined;
}

/** True where an import or a variable declares the name. */
function isDeclared(found: Found, { type, id }: Found): boolean {
  return type.startsWith("Import") || (type === "VariableDeclarator" && id === found);
}

/** True for an identifier that names a member or a key, and no variable. */
function isKey(found: Found, { property, key, computed, shorthand }: Found): boolean {
  return !computed && !shorthand && (found === property || found === key);
}

/** The member that is taken of a variable, where that is all it is there for. */
function memberOf(found: Found, { type, object, property, computed }: Found): string | undefined {
  return type === "MemberExpression" && object === found && !computed ? property?.name : undefined;
}
