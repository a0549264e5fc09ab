import { SvcError } from "@svc/core/error";

const EXPRESSION = /\$\{\{([\s\S]*?)\}\}/g;
const ENV = /^\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*$/;

/** What expressions gave: the values, and those that must not be shown. */
export interface Evaluated {
  value: unknown;
  secrets: string[];
}

/**
 * Replaces `${{ env.NAME }}` in every text of `value` by the variable's content.
 *
 * @throws SvcError `invalid_argument` for a variable that is not set; `vault_required` for a vault
 *   expression, as there are no vaults yet; `invalid_argument` for any other expression.
 */
export function evaluateExpressions(
  value: unknown,
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): Evaluated {
  const secrets: string[] = [];
  const walk = (part: unknown, path: string): unknown => {
    if (typeof part === "string") {
      return part.replaceAll(EXPRESSION, (whole: string, inner: string) => {
        const text = evaluate(whole, inner, path, env);
        secrets.push(text);
        return text;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => walk(item, `${path}[${index}]`));
    if (typeof part === "object" && part !== null) {
      return Object.fromEntries(
        Object.entries(part).map(([key, item]) => [key, walk(item, path ? `${path}.${key}` : key)]),
      );
    }
    return part;
  };
  return { value: walk(value, ""), secrets };
}

function evaluate(
  whole: string,
  inner: string,
  path: string,
  env: (name: string) => string | undefined,
): string {
  const name = ENV.exec(inner)?.[1];
  if (name !== undefined) {
    const value = env(name);
    if (value !== undefined) return value;
    throw new SvcError("invalid_argument", `${path}: ${whole} is not set`, {
      hint: `Set the environment variable ${name} and run again.`,
    });
  }
  if (/^\s*vault\.get\(/.test(inner)) {
    throw new SvcError(
      "vault_required",
      `${path}: ${whole} needs a vault, and svc has no vaults yet`,
      {
        hint: "Use ${{ env.NAME }} to take the secret from the environment.",
      },
    );
  }
  throw new SvcError("invalid_argument", `${path}: the expression ${whole} is not supported`, {
    hint: "Use ${{ env.NAME }} or a plain value.",
  });
}
