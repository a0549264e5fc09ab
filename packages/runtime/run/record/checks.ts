import type { RunCheck } from "@svc/core/answer";
import type { ModelDescriptor } from "@svc/core/descriptor";
import { type CheckRules, checkRuns } from "../../sandbox/check_rules.ts";
import type { FromChild } from "../../sandbox/protocol.ts";

/** Checks that are kept of a run, and characters of what one says: a record is read whole. */
const MOST = { checks: 100, characters: 500 };

/** What a run has learned of its checks. */
export interface CheckList {
  /** One of them has been run. */
  ran(checked: Extract<FromChild, { t: "checked" }>): void;
  /** Each that there is for the method, run or not. */
  outcomes(): RunCheck[];
}

/**
 * None has been run yet.
 *
 * @param rules undefined for a method that only reads: no check is for it
 * @param clean takes secrets out of what a check says
 */
export function checkList(
  { checks }: Pick<ModelDescriptor, "checks">,
  { method, rules, clean }: {
    method: string;
    rules: CheckRules | undefined;
    clean(text: string): string;
  },
): CheckList {
  const known = new Map<string, RunCheck>();
  const short = (text: string) => clean(text).slice(0, MOST.characters);
  const due = rules === undefined ? [] : (checks ?? []).slice(0, MOST.checks)
    .filter(({ appliesTo = [] }) => appliesTo.length === 0 || appliesTo.includes(method));
  return {
    ran({ name, passed, errors }) {
      // A module says what it likes.
      if (checks !== undefined && !due.some((one) => one.name === name)) return;
      if (known.size >= MOST.checks) return;
      const said = passed || errors.length === 0 ? {} : { message: short(errors.join("\n")) };
      known.set(name, { name: short(name), status: passed ? "passed" : "failed", ...said });
    },
    outcomes() {
      if (checks === undefined || rules === undefined) return [...known.values()];
      return due.map((one) =>
        known.get(one.name) ?? {
          name: one.name,
          status: "notRun",
          message: checkRuns(one.name, one, method, rules)
            ? "The run ended before it"
            : "It was skipped",
        }
      );
    },
  };
}
