import { htmlPage, htmlText } from "../../platform/html.ts";
import type { PullRequestStatus } from "../outputs/pr_status.ts";
import type { StackStatus } from "../outputs/stack_status.ts";
import { card } from "./card.ts";
import { shortened } from "./shortened.ts";
import { STYLE } from "./style.ts";

/** What the page may weigh, in bytes; 50 pull requests of the longest texts stay below. */
export const MOST_BYTES = 500_000;

/**
 * A stack as one HTML page: no script, nothing loaded, dark and light. The same stack gives the same
 * bytes.
 */
export function stackPage(stack: StackStatus): string {
  const { repo, ordered, prs } = stack;
  const bottom = prs[0]!.base;
  const from = ordered
    ? `<p class="base small soft"><code>${htmlText(shortened(bottom, 120))}</code></p>`
    : "";
  return htmlPage({
    title: `Stack of ${prs.length} in ${repo}`,
    style: STYLE,
    body: `<main>
<h1>Stack of ${prs.length} in ${htmlText(repo)}</h1>
<p class="soft small">Read ${time(stack.fetchedAt)}</p>
${counts(prs)}
${ordered ? "" : lines(stack)}
${from}<ol class="stack${ordered ? "" : " loose"}">
${prs.map((pull, index) => card(pull, ordered ? index + 1 : undefined)).join("\n")}
</ol>
</main>`,
  });
}

function time(iso: string): string {
  const text = new Date(iso).toISOString();
  return `<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}

function counts(prs: readonly PullRequestStatus[]): string {
  const open = prs.filter(({ state }) => state === "open");
  const facts = [
    [open.length, "open"],
    [prs.filter(({ state }) => state === "merged").length, "merged"],
    [open.filter(({ reviewDecision }) => reviewDecision === "approved").length, "approved"],
    [open.filter(({ checks }) => checks.state === "failure").length, "with failed checks"],
    [open.filter(({ mergeable }) => mergeable === false).length, "with conflicts"],
  ] as const;
  const shown = facts.filter(([count], index) => index === 0 || count > 0);
  return `<p class="counts">${
    shown.map(([count, what]) => `<span><strong>${count}</strong> ${what}</span>`).join("")
  }</p>`;
}

/** Of a stack that forks, the lines that it has. */
function lines({ branches }: StackStatus): string {
  const items = branches.map(({ base, numbers }) =>
    `<li><code>${htmlText(shortened(base, 120))}</code> ← ${
      numbers.map((number) => `#${number}`).join(" ← ")
    }</li>`
  );
  return `<div class="note"><p>These pull requests are no single line. They are shown as they were named.</p>${
    items.length > 0 ? `<ul>${items.join("")}</ul>` : ""
  }</div>`;
}
