import { Environment } from "@marcbachmann/cel-js";
import { SvcError } from "@svc/core/error";
import { CEL_LIMITS, LONGEST_EXPRESSION } from "../../base/cel/limits.ts";
import { mixNumbers } from "../../base/cel/numbers.ts";

/** How a message of a stranger becomes the inputs of a run: CEL expressions over `body` and `headers`. */
export interface Mapping {
  /** Whether the message is of interest; it has to give true or false. Without one, each message is. */
  filter?: string | undefined;
  /** An expression for each input. */
  values: Readonly<Record<string, string>>;
}

/**
 * What expressions of a mapping may name: no secret, no variable, no file and no data of the machine.
 */
export function mappingEnvironment(): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: CEL_LIMITS,
  });
  environment.registerVariable("body", "dyn");
  environment.registerVariable("headers", "map<string, string>");
  return mixNumbers(environment);
}

/**
 * Checks the expressions of a mapping without evaluating them.
 *
 * @throws SvcError `invalid_argument` naming the expression and what is wrong with it
 */
export function assertMapping({ filter, values }: Mapping): void {
  const all = [
    ...(filter === undefined ? [] : [["the filter", filter] as const]),
    ...Object.entries(values).map(([name, text]) => [`the input '${name}'`, text] as const),
  ];
  for (const [what, text] of all) {
    const problem = problemOf(text);
    if (problem === undefined) continue;
    throw new SvcError("invalid_argument", `The expression for ${what} ${problem}`, {
      hint:
        "Write CEL over 'body' and 'headers', for example: body.ref, headers['x-github-event'].",
    });
  }
}

function problemOf(text: string): string | undefined {
  if (text.length > LONGEST_EXPRESSION) return `is longer than ${LONGEST_EXPRESSION} characters`;
  try {
    const checked = mappingEnvironment().parse(text).check();
    if (checked.valid) return undefined;
    throw checked.error;
  } catch (error) {
    const { summary, message } = error as { summary?: string; message: string };
    const words = summary ?? message;
    const name = /^Unknown variable: (\S+)/.exec(words)?.[1];
    return name === undefined
      ? `is not valid: ${words}`
      : `names '${name}', which does not exist: there are body and headers`;
  }
}
