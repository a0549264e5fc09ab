import { type Tokens, tokensOf } from "./tokens.ts";
import { literalText } from "./literal.ts";

/** What a module declares at its top, by places in its tokens. */
export interface ModuleText {
  /** Relative to `extension/`. */
  path: string;
  tokens: Tokens;
  /** Where the value of each constant begins. */
  constants: ReadonlyMap<string, number>;
  /** What is imported under which name: the specifier, and the name there. */
  imports: ReadonlyMap<string, Import>;
  /** The own name of what is exported under another, or from elsewhere. */
  exports: ReadonlyMap<string, string | Import>;
}

/** A name of another module. */
export interface Import {
  specifier: string;
  /** `*` for all of it. */
  name: string;
}

/** The longest type that may stand between a name and its value, in tokens. */
const LONGEST_TYPE = 2_000;

/**
 * Reads what a module declares, imports and exports. Statements within brackets are not looked at.
 *
 * @throws Unreadable as `tokensOf`
 */
export function readModule(path: string, source: string): ModuleText {
  const tokens = tokensOf(source);
  const { values, types, closing } = tokens;
  const constants = new Map<string, number>();
  const imports = new Map<string, Import>();
  const exports = new Map<string, string | Import>();
  for (let at = 0; at < values.length; at++) {
    if (closing[at]) {
      at = closing[at]!;
      continue;
    }
    if (types[at] !== "IdentifierName" || values[at - 1] === ".") continue;
    const word = values[at]!;
    if (/^(?:const|let|var)$/.test(word)) {
      const name = values[at + 1]!;
      const value = types[at + 1] === "IdentifierName" ? valueOf(tokens, at + 2) : undefined;
      if (value !== undefined && !constants.has(name)) constants.set(name, value);
    } else if (word === "import") readImport(tokens, at, imports);
    else if (word === "export") readExport(tokens, at, exports);
  }
  return { path, tokens, constants, imports, exports };
}

/** Where the value begins whose name ends before `at`: behind the `=`, and a type before that. */
function valueOf({ values, closing }: Tokens, at: number): number | undefined {
  if (values[at] === "=") return at + 1;
  if (values[at] !== ":") return undefined;
  const end = Math.min(at + LONGEST_TYPE, values.length);
  for (; at < end; at++) {
    if (closing[at]) at = closing[at]!;
    else if (values[at] === "=") return at + 1;
    else if (values[at] === ";") return undefined;
  }
  return undefined;
}

function readImport(tokens: Tokens, at: number, imports: Map<string, Import>): void {
  const { values, types, closing } = tokens;
  let next = at + 1;
  if (values[next] === "type" && values[next + 1] !== "from") next++;
  const local: [string, string][] = [];
  if (types[next] === "IdentifierName") local.push([values[next]!, "default"]), next++;
  if (values[next] === ",") next++;
  if (values[next] === "*" && values[next + 1] === "as") {
    local.push([values[next + 2]!, "*"]), next += 3;
  }
  if (values[next] === "{") {
    for (const [name, own] of names(tokens, next)) local.push([own, name]);
    next = closing[next]! + 1;
  }
  const specifier = values[next] === "from" ? literalText(tokens, next + 1) : undefined;
  if (specifier === undefined) return;
  for (const [own, name] of local) imports.set(own, { specifier, name });
}

function readExport(
  tokens: Tokens,
  at: number,
  exports: Map<string, string | Import>,
): void {
  const { values, closing } = tokens;
  const next = at + 1;
  if (values[next] !== "{") return;
  const end = closing[next]! + 1;
  const specifier = values[end] === "from" ? literalText(tokens, end + 1) : undefined;
  for (const [own, name] of names(tokens, next)) {
    exports.set(name, specifier === undefined ? own : { specifier, name: own });
  }
}

/** The pairs of `{ a, b as c }`: the first name and the second (default: which is the first). */
function* names({ values, closing }: Tokens, open: number): Generator<[string, string]> {
  for (let at = open + 1; at < closing[open]!; at++) {
    if (values[at] === "type" && !/^[,}]$|^as$/.test(values[at + 1]!)) at++;
    const first = values[at]!;
    if (values[at + 1] === "as") at += 2;
    yield [first, values[at]!];
    at++;
  }
}
