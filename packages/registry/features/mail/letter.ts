import { escapeHtml } from "../../platform/web/markdown/escape_html.ts";

/** A mail in words: paragraphs of plain text, and links. */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: readonly (string | LetterLink)[];
}

/** A link on a line of its own. */
export interface LetterLink {
  label: string;
  href: string;
}

/** The letter as plain text and as simple HTML with the same words. */
export function renderLetter({ paragraphs }: Letter): { text: string; html: string } {
  const text = paragraphs.map((part) =>
    typeof part === "string" ? part : `${part.label}:\n${part.href}`
  );
  const html = paragraphs.map((part) =>
    typeof part === "string"
      ? `<p>${escapeHtml(part)}</p>`
      : `<p><a href="${escapeHtml(part.href)}">${escapeHtml(part.label)}</a><br>${
        escapeHtml(part.href)
      }</p>`
  );
  return {
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join("\n")}\n</body></html>\n`,
  };
}
