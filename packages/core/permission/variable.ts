/**
 * Variables that hold what is svc's or Deno's own (`SVC_API_KEY`, `DENO_AUTH_TOKENS`), or that make
 * programs load other code. PATH and HOME can be had: they hold no secret, and a program that an
 * extension may start gets its variables from the extension anyway.
 */
const CLOSED_VARIABLES = /^(?:SVC|DENO|LD|DYLD)_|^(?:NODE_OPTIONS|BASH_ENV|ENV)$/i;

/** True for a variable that neither an extension nor a definition gets. */
export function isClosedVariable(name: string): boolean {
  return CLOSED_VARIABLES.test(name);
}

/** Why a variable cannot be granted, or undefined when it can. */
export function variableProblem(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return "must be the name of one environment variable";
  return isClosedVariable(name)
    ? `must be another variable: ${name} is for svc, Deno or the loading of programs`
    : undefined;
}
