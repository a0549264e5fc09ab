import { escaped, HIDDEN_CHARACTER } from "@svc/core/text";
import { escapeHtml } from "../../../platform/web/markdown/escape_html.ts";

const HIDDEN = new RegExp(HIDDEN_CHARACTER, "gu");

/**
 * Source text as HTML in which every character that is not seen is written out and marked: a reader
 * must see what a program would read.
 */
export function visibleHtml(text: string): string {
  return escapeHtml(text).replace(
    HIDDEN,
    (character) => `<span class="t-hidden">${escaped(character)}</span>`,
  );
}
