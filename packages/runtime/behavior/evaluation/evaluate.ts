import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import type { Definition } from "../../repository/definitions/definition.ts";
import { holdsExpression, templateParts } from "../../repository/inputs/template.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Evaluator } from "./evaluator.ts";
import {
  type EvaluationOptions,
  type ReadSecret,
  type Resolved,
  type Scope,
  scopeOf,
  SecretUnread,
  type Waiting,
} from "./scope.ts";
import { readSecret } from "./secret.ts";
import { plainSecretName } from "./vault_names.ts";

/** What to evaluate. */
interface EvaluationRequest {
  definition: Definition;
  /** What `inputs` stands for. */
  inputs: Record<string, unknown>;
  /** Arguments of a method, evaluated beside the global ones. */
  arguments?: Record<string, unknown>;
  /** Default the process's. */
  env?: (name: string) => string | undefined;
  /** Reads a secret of a vault. Without it, texts that need one stay as they are written. */
  secret?: ReadSecret | undefined;
  signal?: AbortSignal | undefined;
}

/** A text whose expressions could not be evaluated; it is left as it is written. */
export interface Unresolved {
  area: "globalArguments" | "arguments";
  /** Dotted; list places in brackets. */
  path: string;
  /** The global or method argument that it is a part of. */
  argument: string;
  reason: SvcError;
}

/** What a definition's expressions gave. */
export interface Evaluation {
  globalArguments: Record<string, unknown>;
  arguments: Record<string, unknown>;
  /** The same with texts that hold secrets or content of the environment as they are written. */
  shown: { globalArguments: Record<string, unknown>; arguments: Record<string, unknown> };
  unresolved: Unresolved[];
  /** Secrets, content of the environment, and what was made of these: for a redactor. */
  secrets: unknown[];
}

const ENVIRONMENT = /^\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*$/;

/**
 * Evaluates every `${{ … }}` of a definition's global arguments, and of a method's (runtime reference 4).
 * What is given by an expression is never evaluated again. Nothing is written.
 *
 * CEL is loaded for more than `env.NAME` and `vault.get(…)` only; costly expressions go to a process
 * that is killed after 10 s.
 */
export async function evaluateDefinition(
  repository: Repository,
  request: EvaluationRequest,
): Promise<Evaluation> {
  const { definition, inputs, arguments: args = {} } = request;
  const options: EvaluationOptions = {
    repository,
    env: request.env ?? ((name) => Deno.env.get(name)),
    secret: request.secret,
    signal: request.signal,
  };
  await using texts = textEvaluator(options);
  const scope = scopeOf(definition, inputs);
  const unresolved: Unresolved[] = [];
  const global = await evaluated(definition.globalArguments, "globalArguments");
  const own = await evaluated(args, "arguments");
  return {
    globalArguments: global.value as Record<string, unknown>,
    arguments: own.value as Record<string, unknown>,
    shown: {
      globalArguments: global.shown as Record<string, unknown>,
      arguments: own.shown as Record<string, unknown>,
    },
    unresolved,
    secrets: [...global.secrets, ...own.secrets],
  };

  async function evaluated(value: unknown, area: Unresolved["area"]): Promise<Resolved> {
    if (!holdsExpression(value)) return { value, shown: value, secrets: [] };
    return await walk(value, [], async (text, path) => {
      const waiting = area === "globalArguments"
        ? [{ behavior: definition.name, path: path.join(".") }]
        : [];
      try {
        return await texts.text(text, scope, waiting);
      } catch (error) {
        if (error instanceof SecretUnread) return { value: text, shown: text, secrets: [] };
        if (!(error instanceof SvcError) || isEnding(error)) throw error;
        const dotted = dottedPath(path);
        unresolved.push({
          area,
          path: dotted,
          argument: String(path[0]),
          reason: new SvcError(error.code, `${dotted}: ${error.message}`, {
            hint: error.hint,
            cause: error,
          }),
        });
        return { value: text, shown: text, secrets: [] };
      }
    });
  }
}

/** What ends an evaluation, rather than one text of it. */
function isEnding({ code }: SvcError): boolean {
  return code === "cancelled" || code === "internal";
}

interface TextEvaluator extends AsyncDisposable {
  text(text: string, scope: Scope, waiting: readonly Waiting[]): Promise<Resolved>;
}

function textEvaluator(options: EvaluationOptions): TextEvaluator {
  let evaluator: Evaluator | undefined;
  const resolve = (value: unknown, scope: Scope, waiting: readonly Waiting[]) =>
    walk(value, [], (text) => textOf(text, scope, waiting));
  async function expressionOf(
    expression: string,
    scope: Scope,
    waiting: readonly Waiting[],
  ): Promise<Resolved> {
    const variable = ENVIRONMENT.exec(expression)?.[1];
    if (variable !== undefined) {
      const { environmentValue } = await import("./environment.ts");
      const value = environmentValue(variable, options.env);
      return { value, shown: value, secrets: [value] };
    }
    const secret = plainSecretName(expression);
    if (secret !== undefined) {
      const value = await readSecret(secret, options);
      return { value, shown: value, secrets: [value] };
    }
    evaluator ??= (await loadEvaluator()).createEvaluator(options, resolve);
    return await evaluator.expression(expression, scope, waiting);
  }
  /** One expression alone keeps its kind of value; among words it becomes text. */
  async function textOf(
    text: string,
    scope: Scope,
    waiting: readonly Waiting[],
  ): Promise<Resolved> {
    const parts = templateParts(text);
    const values: unknown[] = [];
    const secrets: unknown[] = [];
    for (const part of parts) {
      if ("text" in part) values.push(part.text);
      else if ("unclosed" in part) throw unclosed();
      else {
        const given = await expressionOf(part.expression, scope, waiting)
          .catch((error) => Promise.reject(about(part.whole, error)));
        values.push(given.value);
        secrets.push(...given.secrets);
      }
    }
    const value = parts.length === 1 ? values[0] : values.map(words).join("");
    return { value, shown: secrets.length > 0 ? text : value, secrets };
  }
  return {
    text: textOf,
    [Symbol.asyncDispose]: async () => await evaluator?.[Symbol.asyncDispose](),
  };
}

/** What only some definitions need. A literal import() would be part of the start of every run. */
async function loadEvaluator(): Promise<typeof import("./evaluator.ts")> {
  return await lazily(import.meta, "./evaluator.ts");
}

/** Evaluates every text of a value that holds an expression; keys are left as they are. */
async function walk(
  value: unknown,
  path: readonly (string | number)[],
  textOf: (text: string, path: readonly (string | number)[]) => Promise<Resolved>,
): Promise<Resolved> {
  if (!holdsExpression(value)) return { value, shown: value, secrets: [] };
  if (typeof value === "string") return await textOf(value, path);
  const isList = Array.isArray(value);
  const secrets: unknown[] = [];
  const values: [string, unknown][] = [];
  const shown: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value as object)) {
    const part = await walk(item, [...path, isList ? Number(key) : key], textOf);
    values.push([key, part.value]);
    shown.push([key, part.shown]);
    secrets.push(...part.secrets);
  }
  const made = (entries: [string, unknown][]) =>
    isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  return { value: made(values), shown: made(shown), secrets };
}

/** A value among words: nothing for null, mappings and lists as indented JSON. */
function words(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** `a.b[0]`: a path as people write it. */
export function dottedPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`,
    "",
  );
}

/** The refusal of an expression, which says how the expression is written. */
function about(whole: string, error: unknown): unknown {
  if (!(error instanceof SvcError)) return error;
  // The innermost expression is the one to look at.
  if (error.message.startsWith("${{") || error.message.startsWith("Cyclic")) return error;
  const { code, message, hint, cause } = error;
  return new SvcError(code, `${whole} ${message}`, { cause, hint });
}

function unclosed(): SvcError {
  return new SvcError("invalid_argument", "an expression begins with '${{' and does not end", {
    hint: "End it with '}}'.",
  });
}
