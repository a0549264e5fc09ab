import { isClosedVariable } from "@svc/core/permission";
import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { environmentValue } from "../../behavior/evaluation/environment.ts";
import { plainSecretName, type SecretName } from "../../behavior/evaluation/vault_names.ts";
import { holdsExpression, templateParts } from "../../repository/inputs/template.ts";
import type { Env } from "./named.ts";

/** What an expression of a configuration reads. */
type Reading = { variable: string } | { secret: SecretName };

/** How the expressions of a configuration are read. */
interface ConfigurationSources {
  env: Env;
  secret(name: SecretName): Promise<string>;
}

const VARIABLE = /^\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*$/;

/**
 * What a configuration reads each time the datastore is opened, in words for people: `env.TOKEN`,
 * `vault.get(team, KEY)`.
 *
 * @param place what names the datastore, for messages
 * @throws SvcError `validation_failed` for an expression that reads neither, or a variable that is for
 *   svc itself
 */
export function readingsIn(config: Record<string, unknown>, place = "The datastore"): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") {
      for (const part of templateParts(value)) {
        if (!("text" in part)) found.add(readingText(readingOf(part, `${place}: ${path}`)));
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        walk(one, path === "" ? key : `${path}.${key}`);
      }
    }
  };
  if (holdsExpression(config)) walk(config, "");
  return [...found];
}

/**
 * The configuration with what its expressions read in their places, and the values that were read. They
 * stay in memory: nothing may write them down.
 *
 * @throws SvcError `validation_failed`; what reading a secret throws, naming the setting
 */
export async function withReadings(
  config: Record<string, unknown>,
  sources: ConfigurationSources,
): Promise<{ config: Record<string, unknown>; secrets: string[] }> {
  if (!holdsExpression(config)) return { config, secrets: [] };
  const secrets: string[] = [];
  const read = async (value: unknown, path: string): Promise<unknown> => {
    if (Array.isArray(value)) {
      return await Promise.all(value.map((one, index) => read(one, `${path}[${index}]`)));
    }
    if (isRecord(value)) {
      const entries = Object.entries(value).map(async ([key, one]) =>
        [key, await read(one, path === "" ? key : `${path}.${key}`)] as const
      );
      return Object.fromEntries(await Promise.all(entries));
    }
    if (typeof value !== "string") return value;
    let text = "";
    for (const part of templateParts(value)) {
      if ("text" in part) text += part.text;
      else {
        const one = await valueOf(readingOf(part, path), path, sources);
        secrets.push(one);
        text += one;
      }
    }
    return text;
  };
  return { config: await read(config, "") as Record<string, unknown>, secrets };
}

async function valueOf(
  reading: Reading,
  path: string,
  { env, secret }: ConfigurationSources,
): Promise<string> {
  try {
    return "variable" in reading
      ? environmentValue(reading.variable, env)
      : await secret(reading.secret);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const { code, message, hint, grants, details } = error;
    const what = "variable" in reading ? "" : "cannot be read: ";
    throw new SvcError(code, `The datastore's setting '${path}' ${what}${message}`, {
      cause: error,
      hint,
      grants,
      details,
    });
  }
}

function readingOf(
  part: { expression: string } | { unclosed: string },
  place: string,
): Reading {
  const variable = "expression" in part ? VARIABLE.exec(part.expression)?.[1] : undefined;
  if (variable !== undefined && !isClosedVariable(variable)) return { variable };
  const secret = "expression" in part ? plainSecretName(part.expression) : undefined;
  if (secret !== undefined) return { secret };
  throw new SvcError(
    "validation_failed",
    variable === undefined
      ? `${place} has an expression that is not allowed in a datastore`
      : `${place} takes ${variable}, which is for svc, Deno or the loading of programs`,
    { hint: "Write ${{ env.NAME }} or ${{ vault.get(vault, KEY) }}, with literal names." },
  );
}

function readingText(reading: Reading): string {
  return "variable" in reading
    ? `env.${reading.variable}`
    : `vault.get(${reading.secret.vault}, ${reading.secret.key})`;
}
