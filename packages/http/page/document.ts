import { html } from "hono/html";
import type { Child } from "hono/jsx";

/** Text that is HTML: what was put into it is escaped. */
export type Html = ReturnType<typeof html>;

/** What a page puts into the document around it. */
export interface DocumentParts {
  /** Absent where it says no more than the product's name. */
  title?: string | undefined;
  /** The address of the stylesheet. */
  style: string;
  /** Further elements of the head. */
  head?: Child;
  /** What the header has behind the product's name. */
  header: Child;
  main: Child;
  footer?: Child;
}

/** A whole document: head, skip link, header, main landmark, footer. */
export function pageDocument({ title, style, head, header, main, footer }: DocumentParts): Html {
  return html`
    <!doctype html>
    <html lang="en">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title
        ? `${title} · svc`
        : "svc"}</title><link rel="stylesheet" href="${style}">${head}</head>
      <body><a class="skip-link" href="#content">Skip to content</a><header class="site-header"><div class="site-header-row"><a class="wordmark" href="/" aria-label="svc, home">svc</a>${header}</div></header><main id="content" tabindex="-1">${main}</main>${footer}</body>
    </html>
  `;
}
