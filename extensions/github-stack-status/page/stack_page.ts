import { htmlPage, htmlText } from "../../platform/html.ts";
import type { PullRequestStatus } from "../outputs/pr_status.ts";
import type { StackStatus } from "../outputs/stack_status.ts";
import { card } from "./card.ts";
import { shortened } from "./shortened.ts";

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
  return `<div class="note"><p>These pull requests do not form a single line. They are shown in the given order.</p>${
    items.length > 0 ? `<ul>${items.join("")}</ul>` : ""
  }</div>`;
}

/** The page's one style. Colours meet WCAG AA in light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --line: #d5d9e0; --text: #1c2330; --soft: #55607a;
  --link: #0b57d0; --good: #14652f; --bad: #b3261e; --wait: #8a5300; --done: #6b3fa0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1b2029; --line: #343c4a; --text: #e6e9ef; --soft: #a3adc0;
    --link: #8ab4f8; --good: #6fd08c; --bad: #ff8a80; --wait: #f2b866; --done: #c9a6f5;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; line-height: 1.35; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; }
a { color: var(--link); }
code { font: 0.875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.small { font-size: 0.875rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0 1.75rem; }
.note { border-left: 3px solid var(--wait); padding: 0.25rem 0 0.25rem 0.75rem; margin: 0 0 1.5rem; }
.note ul { margin: 0.25rem 0 0; padding-left: 1.25rem; }
.base { padding-left: 2.5rem; margin-bottom: 0.75rem; }
ol.stack { list-style: none; margin: 0; padding: 0; }
.stack > li { position: relative; padding: 0 0 1rem 2.5rem; }
.stack > li::before {
  content: ""; position: absolute; left: 0.6875rem; top: -0.75rem; bottom: 0;
  border-left: 2px solid var(--line);
}
.stack > li:last-child::before { bottom: auto; height: 2.25rem; }
.stack.loose > li { padding-left: 0; }
.stack.loose > li::before { display: none; }
.place {
  position: absolute; left: 0; top: 0.875rem; width: 1.5rem; height: 1.5rem; border-radius: 50%;
  background: var(--page); border: 2px solid var(--line); color: var(--soft);
  font-size: 0.75rem; line-height: 1.25rem; text-align: center;
}
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.875rem 1rem; }
.card > * + * { margin-top: 0.5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.5rem 1.5rem; margin: 0.75rem 0 0; }
.facts dt { color: var(--soft); font-size: 0.8125rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.state { font-weight: 600; }
.good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); } .done { color: var(--done); }
@media (max-width: 30rem) {
  main { padding: 1.25rem 0.75rem 2rem; }
  .stack:not(.loose) > li { padding-left: 2rem; }
  .base { padding-left: 2rem; }
}
@media print { body { background: none; } .card { break-inside: avoid; } }
`;
