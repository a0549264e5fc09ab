import type { SafeHtml } from "../../../../platform/web/markdown/safe_html.ts";
import type { Hunk } from "../../source/patch.ts";
import { visibleHtml } from "../../source/visible_html.ts";

/** Lines that differ as HTML: added ones in `<ins>`, removed ones in `<del>`. */
export function hunksHtml(hunks: readonly Hunk[]): SafeHtml {
  return hunks.map(({ newStart, lines }) =>
    `<span class="diff-place">Line ${Number(newStart)}</span>${lines.map(lineHtml).join("")}`
  ).join("") as SafeHtml;
}

/** One line; its end stands inside, so that an empty one has a height. */
function lineHtml(line: string): string {
  const tag = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span";
  return `<${tag}>${visibleHtml(line)}\n</${tag}>`;
}
