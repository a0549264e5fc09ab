import type { FailureReason } from "../../process/failure.ts";
import { escapeHtml } from "./escape_html.ts";
import { MOST_MARKDOWN_CHARACTERS } from "./render.ts";
import type { SafeHtml } from "./safe_html.ts";

/** What a reader is told of a text that is shown as it was written. */
const NOTICES: Readonly<Record<FailureReason, string>> = {
  late: "Formatting this text took too long. It is shown as it was written.",
  ended: "This text could not be formatted. It is shown as it was written.",
  busy:
    "The server is busy. This text is shown as it was written; reload the page to see it formatted.",
  closed: "The server is stopping. This text is shown as it was written.",
};

/** A text as it was written, with a sentence that says why. */
export function plainText(source: string, reason: FailureReason): SafeHtml {
  const cut = source.length > MOST_MARKDOWN_CHARACTERS;
  const text = escapeHtml(cut ? source.slice(0, MOST_MARKDOWN_CHARACTERS) : source);
  const rest = cut ? "<p><em>The rest is too long to show.</em></p>" : "";
  return `<p><em>${
    NOTICES[reason]
  }</em></p>\n<pre tabindex="0" class="as-written">${text}</pre>\n${rest}` as SafeHtml;
}
