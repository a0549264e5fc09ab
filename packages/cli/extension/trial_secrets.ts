import { replaceSensitive } from "@svc/core/sensitive";
import { routeInputs } from "@svc/runtime/direct";
import type { ResolvedType } from "@svc/runtime/types";

/**
 * A behavior of a trial is a file like any other, so the secrets of its type go into variables of this
 * process instead, which no method sees. Expressions stay. Disposing unsets them.
 */
export function trialArguments(
  resolved: ResolvedType,
  method: string,
  inputs: Record<string, unknown>,
) {
  const names: string[] = [];
  const { global } = routeInputs(resolved, method, inputs);
  const referred = replaceSensitive(
    resolved.model.globalArguments ?? {},
    global,
    ({ value, reason }) => {
      if (reason === "keys" || typeof value === "string" && value.includes("${{")) return value;
      const name = `TRIAL_SECRET_${crypto.randomUUID().replaceAll("-", "")}`;
      Deno.env.set(name, typeof value === "string" ? value : JSON.stringify(value));
      names.push(name);
      return `\${{ env.${name} }}`;
    },
  ) as Record<string, unknown>;
  return {
    inputs: { ...inputs, ...referred },
    [Symbol.dispose]: () => names.forEach((name) => Deno.env.delete(name)),
  };
}

/**
 * The secrets among the arguments that were typed as `name=value`, of the method and of its type: a
 * shell keeps what is typed.
 */
export function typedSecrets(
  resolved: ResolvedType,
  method: string,
  { inputs, typed }: { inputs: Record<string, unknown>; typed: readonly string[] },
): string[] {
  const names = typed.filter((pair) => /^[^=]+=(?!@|\s*\$\{\{)/.test(pair))
    .map((pair) => /^[^.:=]+/.exec(pair)![0]);
  const schemas = [
    resolved.model.globalArguments ?? {},
    resolved.model.methods.find(({ name }) => name === method)?.arguments ?? {},
  ];
  const secret = new Set<unknown>();
  for (const schema of schemas) {
    replaceSensitive(schema, inputs, ({ path, value }) => {
      secret.add(path[0]);
      return value;
    });
  }
  return [...new Set(names)].filter((name) => secret.has(name));
}
