import type { Environment } from "@marcbachmann/cel-js";
import { mixNumbers } from "../../base/cel/numbers.ts";

/** The module that `context.createCelEnvironment` takes its environments from. */
export interface CelModule {
  Environment: typeof Environment;
}

/**
 * A CEL environment as expressions of definitions have it (runtime reference 4.1): names that were not
 * declared may be anything, optional values, lists of mixed types, and numbers that mix.
 */
export function celEnvironment({ Environment }: CelModule): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  });
  return mixNumbers(environment);
}
