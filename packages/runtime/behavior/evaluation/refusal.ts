import type { ASTNode } from "@marcbachmann/cel-js";
import { SvcError } from "@svc/core/error";
import { among } from "./data_calls.ts";
import {
  type Answer,
  evaluateStep,
  isCheap,
  type Question,
  type Step,
  type StepResult,
} from "./step.ts";

type Refusal = Extract<StepResult, { refused: string }>;

/** Why an expression gives nothing: what is missing, by name, rather than what CEL stumbled over. */
export function unanswerable(
  { refused, key }: Refusal,
  answers: Record<string, Answer>,
): SvcError {
  const absent = Object.entries(answers).flatMap(([question, answer]) =>
    "absent" in answer ? [{ path: JSON.parse(question) as Question, why: answer.absent }] : []
  );
  if (key !== undefined) {
    const missing = absent.findLast(({ path }) => String(path.at(-1)) === key) ??
      absent.find(({ path }) => path[0] === "call");
    if (missing) return invalid(missing.why);
    const near = Object.values(answers).map((answer) => attributesOf(answer))
      .find((attributes) => attributes !== undefined && !Object.hasOwn(attributes, key));
    const names = near === undefined ? "" : `. ${among(key, Object.keys(near), "There are")}`;
    return invalid(`names '${key}', which does not exist${names}`);
  }
  return invalid(refused);
}

/**
 * True when the words of a refusal could hold a part of a secret: they are others once other texts stand
 * for the secrets.
 */
export function tellsSecret(
  step: Step,
  { refused, key }: Refusal,
  { tainted, ast }: { tainted: ReadonlySet<string>; ast: ASTNode },
): boolean {
  if (tainted.size === 0) return false;
  if (!isCheap(ast, JSON.stringify(step.answers).length)) return true;
  const answers = Object.fromEntries(
    Object.entries(step.answers).map(([question, answer]) => [
      question,
      tainted.has(question) && "value" in answer ? { value: otherTexts(answer.value) } : answer,
    ]),
  );
  const other = evaluateStep({ ...step, answers });
  return !("refused" in other) || other.refused !== refused || other.key !== key;
}

function otherTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherTexts);
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? crypto.randomUUID() : value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, otherTexts(part)]));
}

/** The refusal of something that an expression asked for by what it knows, secrets included. */
export function withoutWords(error: unknown): unknown {
  const isTold = error instanceof SvcError && error.code === "invalid_argument" &&
    !error.message.startsWith("${{") && !error.message.startsWith("Cyclic");
  return isTold ? untold() : error;
}

/** The refusal that says no more than that there is one. */
export function untold(): SvcError {
  return invalid(
    "cannot be evaluated; the reason is not shown, as it could contain part of a secret",
    "Try it with a value that is not a secret in its place.",
  );
}

function attributesOf(answer: Answer): Record<string, unknown> | undefined {
  const value = "value" in answer ? answer.value as { attributes?: unknown } | null : undefined;
  return value?.attributes as Record<string, unknown> | undefined;
}

function invalid(message: string, hint?: string): SvcError {
  return new SvcError("invalid_argument", message, { hint });
}
