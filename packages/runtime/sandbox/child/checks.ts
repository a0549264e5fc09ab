import { type CheckRules, checkRuns, type Selectable } from "../check_rules.ts";

/** A check of a module. */
export interface Check extends Selectable {
  execute(context: unknown): Promise<Verdict> | Verdict;
}

type Verdict = { pass: boolean; errors?: unknown; message?: unknown } | undefined | null | void;

/** A check that did not pass. */
interface CheckFailure {
  name: string;
  errors: string[];
}

/**
 * Runs the checks that `rules` select, one after the other, and gives those that did not pass: a check
 * that throws or says nothing has not passed.
 *
 * @throws what a check throws when the sandbox denied it something, so that it can be granted.
 */
export async function failedChecks(
  checks: Record<string, Check>,
  method: string,
  rules: CheckRules,
  context: unknown,
): Promise<CheckFailure[]> {
  const failures: CheckFailure[] = [];
  for (const [name, check] of Object.entries(checks)) {
    if (!checkRuns(name, check, method, rules)) continue;
    try {
      const verdict = await check.execute(context);
      if (verdict?.pass === true) continue;
      // Some say one thing, as a message.
      const said = verdict?.errors ?? verdict?.message ?? [];
      failures.push({ name, errors: [said].flat().map(String) });
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) throw error;
      failures.push({ name, errors: [error instanceof Error ? error.message : String(error)] });
    }
  }
  return failures;
}
