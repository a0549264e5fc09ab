/** Something that holds for every provider of a kind. */
export interface Rule<Subject> {
  /** In words. */
  name: string;
  /** @throws Error saying what happened instead */
  check(subject: Subject): Promise<void>;
}

/** What came of one rule. */
export interface Outcome {
  rule: string;
  passed: boolean;
  /** What happened instead, when it has not passed. */
  problem?: string;
}

/** What a test runner such as `Deno.test` takes. */
export interface RuleTest {
  name: string;
  fn: () => Promise<void>;
}

/** Milliseconds that one rule may take. */
const RULE_MS = 60_000;

/** Checks every rule, one after another. Never throws: what fails is in the outcome. */
export async function outcomesOf<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  timeoutMs: number = RULE_MS,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const rule of rules) {
    outcomes.push(await outcomeOf(rule.name, () => within(timeoutMs, rule.check(subject))));
  }
  return outcomes;
}

/** Whether a check passes. Never throws. */
export async function outcomeOf(rule: string, check: () => unknown): Promise<Outcome> {
  try {
    await check();
    return { rule, passed: true };
  } catch (error) {
    // Authors get a copy of this file, which stands alone.
    const problem = error instanceof Error ? error.message : String(error);
    return { rule, passed: false, problem };
  }
}

/** Every rule as a test: `for (const test of …) Deno.test(test)`. */
export function testsOf<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  timeoutMs: number = RULE_MS,
): RuleTest[] {
  return rules.map((rule) => ({
    name: rule.name,
    fn: () => within(timeoutMs, rule.check(subject)),
  }));
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer after ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
