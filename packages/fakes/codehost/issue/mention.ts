import type { Asking } from "../call/mod.ts";
import type { Issue } from "../state/mod.ts";
import { setOpen, timeOf } from "./change.ts";

/** A number of the same repository: `#12`, and not `other#12`, `/#12` or `&#12;`. */
const NUMBER = /(?<![\w/#&-])#(\d{1,9})(?!\w)/g;

/** The same behind a word that closes it. */
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d{1,9})(?!\w)/gi;

/** Issues of the same repository that a text names, each once. */
function named({ state }: Asking, { project }: Issue, text: string, pattern: RegExp): Issue[] {
  const numbers = new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)));
  return [...numbers].map((number) => state.issues.find(project, number))
    .filter((one) => one !== undefined && !one.gone) as Issue[];
}

/**
 * Notes that a text of an issue names others. It shows in their timelines, once for each that names
 * them; it does not move their time.
 */
export function mention(call: Asking, source: Issue, text: string | null): void {
  for (const issue of named(call, source, text ?? "", NUMBER)) {
    const known = call.state.happenings.of(issue).some((one) => one.source === source);
    if (issue === source || known) continue;
    const at = timeOf(call);
    call.state.happenings.add({ issue, source, event: "cross-referenced", actor: call.login!, at });
  }
}

/** Closes what the text of a merged pull request says that it closes. */
export function closeNamed(call: Asking, source: Issue): void {
  for (const issue of named(call, source, source.body ?? "", CLOSING)) {
    setOpen(call, issue, false);
  }
}
