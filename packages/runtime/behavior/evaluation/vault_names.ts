import type { ASTNode } from "@marcbachmann/cel-js";
import { SvcError } from "@svc/core/error";
import { expressionTokens } from "./names.ts";

/** A secret as an expression names it: a vault, and a key in it. */
export interface SecretName {
  vault: string;
  key: string;
}

/** A name that may stand without quotes. */
const BARE = /^[A-Za-z0-9_@][A-Za-z0-9_@.:-]*$/;

/** What begins with one of these and a dot is an expression, not a name. */
const EXPRESSION = /^(?:inputs|self|env|model|data|file|vault)\./;

const ARGUMENT = `\\s*(?:'([^'\\\\\\n]*)'|"([^"\\\\\\n]*)"|([A-Za-z0-9_@][A-Za-z0-9_@.:-]*))\\s*`;
const PLAIN = new RegExp(`^\\s*vault\\s*\\.\\s*get\\s*\\(${ARGUMENT},${ARGUMENT}\\)\\s*$`);

/** The secret of an expression that is one call of `vault.get` and nothing else; CEL is not needed then. */
export function plainSecretName(expression: string): SecretName | undefined {
  const found = PLAIN.exec(expression);
  if (found === null) return undefined;
  const [vault, key] = [found.slice(1, 4), found.slice(4, 7)]
    .map((forms) => forms.find((form) => form !== undefined)!) as [string, string];
  const bare = [found[3], found[6]].filter((name) => name !== undefined);
  return bare.some((name) => EXPRESSION.test(name)) ? undefined : { vault, key };
}

/**
 * The expression with the names of `vault.get(my-vault, KEY)` in quotes, which people may leave away
 * (runtime reference 4.3).
 *
 * @throws SvcError `invalid_argument` for names that are not written out
 */
export function quotedSecretNames(expression: string): string {
  const tokens = expressionTokens(expression);
  let result = "";
  for (let at = 0; at < tokens.length;) {
    const call = callAt(tokens, at);
    if (call === undefined) {
      result += tokens[at++];
      continue;
    }
    result += `vault.get(${call.names.map((name) => quoted(name)).join(", ")})`;
    at = call.end;
  }
  return result;
}

/**
 * The secrets that an expression names.
 *
 * @throws SvcError `invalid_argument` for anything else that it does with `vault`: which secrets a
 *   definition takes is seen by reading it, and no input or data decides on it
 */
export function secretNamesIn(ast: ASTNode): SecretName[] {
  const names: SecretName[] = [];
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(walk);
    if (!isNode(part)) return;
    const { op, args } = part;
    if (op === "id" && args === "vault") throw notWrittenOut();
    const name = op === "rcall" ? secretNameOf(args as unknown[]) : undefined;
    if (name !== undefined) names.push(name);
    else walk(args);
  };
  walk(ast);
  return names;
}

/** The secret that `vault.get` with two literals takes; undefined for any other call. */
function secretNameOf([name, receiver, given]: readonly unknown[]): SecretName | undefined {
  if (name !== "get" || !isNode(receiver) || !Array.isArray(given)) return undefined;
  if (receiver.op !== "id" || receiver.args !== "vault") return undefined;
  const [vault, key] = given.map(literalOf);
  return vault === undefined || key === undefined || given.length > 2 ? undefined : { vault, key };
}

/** A call of `vault.get` that begins at a token: the texts of its arguments, and where it ends. */
function callAt(
  tokens: readonly string[],
  start: number,
): { names: string[]; end: number } | undefined {
  if (tokens[start] !== "vault" || before(tokens, start) === ".") return undefined;
  let at = start + 1;
  for (const wanted of [".", "get", "("]) {
    while (tokens[at]?.trim() === "") at++;
    if (tokens[at++] !== wanted) return undefined;
  }
  const names = [""];
  for (; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === ")") return { names, end: at + 1 };
    if (token === ",") names.push("");
    else names[names.length - 1] += token;
  }
  return undefined;
}

/** The token before a place, white space aside. */
function before(tokens: readonly string[], at: number): string | undefined {
  return tokens.slice(0, at).findLast((token) => token.trim() !== "");
}

function quoted(argument: string): string {
  const name = argument.trim();
  if (/^(?:"[^"]*"|'[^']*')$/s.test(name)) return name;
  if (!BARE.test(name) || EXPRESSION.test(name)) throw notWrittenOut();
  return JSON.stringify(name);
}

function notWrittenOut(): SvcError {
  return new SvcError("invalid_argument", "takes a secret whose names are not literals", {
    hint: "Write both names as literals: ${{ vault.get('my-vault', 'API_KEY') }}",
  });
}

function literalOf(node: unknown): string | undefined {
  return isNode(node) && node.op === "value" && typeof node.args === "string"
    ? node.args
    : undefined;
}

function isNode(value: unknown): value is { op: string; args: unknown } {
  return typeof value === "object" && value !== null && "op" in value;
}
