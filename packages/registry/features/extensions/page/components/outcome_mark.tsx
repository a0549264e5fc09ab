import type { Outcome } from "@svc/core/wire";
import { Icon } from "@svc/http/page";

const MARKS = {
  passed: { icon: "check", text: "Passed" },
  failed: { icon: "cross", text: "Not passed" },
  notRun: { icon: "unknown", text: "Not checked yet" },
  error: { icon: "warning", text: "The check could not run" },
} as const satisfies Record<Outcome, { icon: string; text: string }>;

/** The mark of a check: an icon of its own shape, its colour, and its words for screen readers. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const mark = MARKS[outcome];
  return (
    <span class={`mark mark-${outcome}`} title={mark.text}>
      <Icon name={mark.icon} />
      <span class="visually-hidden">{mark.text}:</span>
    </span>
  );
}

/** What an outcome is called. */
export function outcomeText(outcome: Outcome): string {
  return MARKS[outcome].text;
}
