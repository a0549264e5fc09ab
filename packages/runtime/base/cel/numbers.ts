import type { Environment } from "@marcbachmann/cel-js";

const OPERATIONS: [string, (a: number, b: number) => number][] = [
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", (a, b) => a * b],
  ["/", (a, b) => a / b],
];

/**
 * Lets a comparison or sum mix what CEL calls int and double, as JSON has one kind of number. Changes
 * and returns `environment`.
 */
export function mixNumbers(environment: Environment): Environment {
  for (const [operator, apply] of OPERATIONS) {
    const mixed = (a: unknown, b: unknown) => apply(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int: double`, mixed);
    environment.registerOperator(`int ${operator} double: double`, mixed);
  }
  const same = (a: unknown, b: unknown) => Number(a) === Number(b);
  environment.registerOperator("int == double: bool", same);
  return environment;
}
