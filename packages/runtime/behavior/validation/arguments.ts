import type { JsonSchema } from "@svc/core/descriptor";
import { didYouMean } from "@svc/core/text";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { literalSecret } from "../../repository/inputs/sensitive.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";
import type { SchemaChecker } from "../../base/schema/check.ts";
import { argumentsReading } from "../../base/schema/input_reading.ts";
import { isOpen, propertiesOf, requiredOf } from "../../base/schema/properties.ts";

/** A problem before its line is looked up. */
export interface FoundProblem {
  path: (string | number)[];
  message: string;
}

/**
 * What is wrong with arguments against their schema. An argument with an expression is left out: what it
 * gives is known only when it runs.
 *
 * @param at where they stand in the file
 * @param complete false for arguments of which more come with the run
 */
export async function argumentProblems(
  checker: SchemaChecker,
  { schema, input }: { schema: JsonSchema; input: JsonSchema | undefined },
  values: Record<string, unknown>,
  { at, complete, signal }: {
    at: (string | number)[];
    complete: boolean;
    signal: AbortSignal | undefined;
  },
): Promise<FoundProblem[]> {
  const properties = Object.keys(propertiesOf(schema));
  const unknown = isOpen(schema)
    ? []
    : Object.keys(values).filter((name) => !properties.includes(name));
  const problems: FoundProblem[] = unknown.map((name) => ({
    path: [...at, name],
    message: `is not declared. ${
      didYouMean(name, properties) ?? `Valid arguments are: ${properties.join(", ") || "none"}`
    }`,
  }));
  const secret = literalSecret(schema, values);
  if (secret !== undefined) {
    problems.push({
      path: [...at, ...secret.place.split(".")],
      message: "is a secret and must not be in a file; use ${{ env.NAME }}",
    });
  }
  const plain = Object.entries(coerceInputs(values, schema))
    .filter(([name, value]) => !holdsExpression(value) && !unknown.includes(name));
  const names = Object.keys(values);
  const reading = argumentsReading(schema, input);
  const required = complete
    ? requiredOf(reading).filter((name) =>
      !names.includes(name) || plain.some(([key]) => key === name)
    )
    : [];
  const found = await checker.problems({ ...reading, required }, Object.fromEntries(plain), signal);
  for (const { path, message } of found) {
    problems.push({ path: path === "" ? at : [...at, ...path.split(".")], message });
  }
  return problems;
}
