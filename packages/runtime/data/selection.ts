import { EvaluationError } from "@marcbachmann/cel-js";
import { messageOf, SvcError } from "@svc/core/error";
import { type DataExpression, parseExpression, type SelectionRecord } from "./expression.ts";

/** Which records are wanted, and what of them, in CEL. */
export interface Selection {
  predicate: string;
  /** Absent: the records themselves. */
  select?: string | undefined;
}

/** What matched: the place in the list of records, and the projected value when one was asked for. */
export interface Match {
  index: number;
  value?: unknown;
}

/**
 * The records for which the predicate is true. One that lacks a key that the predicate asks for does
 * not match; a projection gives null for it.
 *
 * @throws SvcError `invalid_argument` for a predicate that is not true or false.
 */
export function matches(records: readonly SelectionRecord[], selection: Selection): Match[] {
  const predicate = parseExpression(selection.predicate, "predicate");
  const select = selection.select === undefined
    ? undefined
    : parseExpression(selection.select, "select");
  return records.flatMap((record, index) => {
    const verdict = value(predicate, record, "predicate") ?? false;
    if (typeof verdict !== "boolean") {
      throw new SvcError(
        "invalid_argument",
        `The predicate gives ${typeof verdict}, not true or false`,
        {
          hint: "Compare something, for example: size > 0",
        },
      );
    }
    if (!verdict) return [];
    return [select === undefined ? { index } : { index, value: value(select, record, "select") }];
  });
}

function value(expression: DataExpression, record: SelectionRecord, what: string): unknown {
  try {
    return expression.evaluate(record) ?? null;
  } catch (error) {
    if (error instanceof EvaluationError && error.code === "no_such_key") return null;
    throw new SvcError(
      "invalid_argument",
      `The ${what} cannot be evaluated for '${record.name}' of '${record.modelName}': ${
        messageOf(error)
      }`,
      { cause: error },
    );
  }
}
