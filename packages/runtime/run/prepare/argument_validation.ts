import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Unresolved } from "../../behavior/evaluation/evaluate.ts";
import { schemaChecker } from "../../base/schema/check.ts";
import { propertiesOf, requiredOf } from "../../base/schema/properties.ts";

/** Refuses expressions that gave nothing. @throws SvcError with the code of the first */
export function assertResolved(unresolved: readonly Unresolved[]): void {
  const [first] = unresolved;
  if (first === undefined) return;
  if (unresolved.length === 1) throw first.reason;
  const { code, hint } = first.reason;
  const lines = unresolved.map(({ reason }) => `  ${reason.message}`);
  throw new SvcError(code, `Arguments could not be evaluated:\n${lines.join("\n")}`, { hint });
}

/** Refuses when what the method requires is in neither place. @throws SvcError `invalid_argument` */
export function assertRequired(
  schema: JsonSchema,
  ...given: readonly Record<string, unknown>[]
): void {
  const missing = requiredOf(schema)
    .filter((name) => given.every((values) => values[name] === undefined));
  if (missing.length === 0) return;
  throw new SvcError(
    "invalid_argument",
    `Method arguments validation failed: ${
      missing.map((name) => `${name} is required (${typeName(schema, name)})`).join("; ")
    }`,
    {
      details: missing.map((path) => ({ path, message: "is required" })),
      hint: `Give ${missing.map((name) => `--input ${name}=<value>`).join(" ")}`,
    },
  );
}

/** For code that has no schema of its own in the sandbox. @throws SvcError `invalid_argument` */
export async function assertFits(
  what: "Method" | "Global",
  schema: JsonSchema,
  values: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await using checker = schemaChecker();
  const problems = await checker.problems(schema, values, signal);
  if (problems.length === 0) return;
  throw new SvcError(
    "invalid_argument",
    `${what} arguments validation failed: ${
      problems.map(({ path, message }) => `${message} at "${path}"`).join("; ")
    }`,
    {
      details: problems.map(({ path, message }) => ({ path, message })),
      hint: "'svc model type describe' explains the arguments of a type.",
    },
  );
}

function typeName(schema: JsonSchema, name: string): string {
  return String(propertiesOf(schema)[name]?.["type"] ?? "any");
}
