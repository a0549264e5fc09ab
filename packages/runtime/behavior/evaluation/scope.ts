import type { Definition } from "../../repository/definitions/definition.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Answer } from "./step.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/**
 * The value of a key of a vault.
 *
 * @throws SvcError `vault_not_found`, `secret_not_found` and what else keeps a vault from answering
 */
export type ReadSecret = (vault: string, key: string) => Promise<string>;

/** Ends the evaluation of what needs a secret where none is read. */
export class SecretUnread extends Error {}

/** Where expressions take things from. */
export interface EvaluationOptions {
  repository: Repository;
  /** Reads an environment variable. */
  env(name: string): string | undefined;
  /** Reads a secret of a vault; absent where nothing runs, and expressions that need one stay. */
  secret: ReadSecret | undefined;
  signal: AbortSignal | undefined;
}

/** What the expressions of one definition are about. */
export interface Scope {
  definition: Definition;
  inputs: Record<string, unknown>;
  /** Global arguments that were evaluated before, by the JSON of their path. */
  memo: Map<string, Promise<Resolved>>;
}

/** What a value with expressions became. */
export interface Resolved {
  value: unknown;
  /** The value with the texts as they are written that hold secrets or content of the environment. */
  shown: unknown;
  /** Secrets and content of the environment in it, none when there are none. */
  secrets: unknown[];
}

/** An answer, and the secrets and content of the environment in it. */
export interface AnswerWithSecrets {
  answer: Answer;
  secrets: unknown[];
}

/** A global argument that is being evaluated: those around it wait for it. */
export interface Waiting {
  behavior: string;
  path: string;
}

/** A scope nothing was evaluated in yet. */
export function scopeOf(definition: Definition, inputs: Record<string, unknown>): Scope {
  return { definition, inputs, memo: new Map() };
}

/** Names with hyphens that expressions of a scope may use without quotes. */
export function hyphenatedNames({ definition, inputs }: Scope): Set<string> {
  const declared = propertiesOf(definition.inputs);
  const names = [inputs, declared, definition.globalArguments].flatMap(Object.keys);
  return new Set(names.filter((name) => name.includes("-")));
}

/** True for a mapping in which something has yet to be evaluated. */
export function isOpenMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    holdsExpression(value);
}

/** `a -> b -> a`: the behaviors of a circle, or the arguments when one behavior is its own. */
export function circleText(waiting: readonly Waiting[], again: Waiting): string {
  const from = waiting.findIndex((one) => isSame(one, again));
  const circle = [...waiting.slice(from), again];
  const behaviors = circle.map(({ behavior }) => behavior);
  const names = new Set(behaviors).size > 1
    ? behaviors.filter((name, index) => name !== behaviors[index - 1])
    : circle.map(({ path }) => `self.globalArguments.${path}`);
  return `Cyclic dependency detected: ${names.join(" -> ")}`;
}

/** True for the same argument of the same behavior. */
export function isSame(a: Waiting, b: Waiting): boolean {
  return a.behavior === b.behavior && a.path === b.path;
}
