import sanitizeHtml from "sanitize-html";
import type { SafeHtml } from "./safe_html.ts";

const TOKEN_CLASSES = ["keyword", "string", "comment", "function", "constant", "punctuation"]
  .map((name) => `t-${name}`);

/**
 * The second of two walls: markdown already renders without raw HTML, and this lets through
 * only the elements, attributes and addresses that it makes.
 */
export function sanitise(html: string): SafeHtml {
  return sanitizeHtml(html, {
    allowedTags: [
      ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "hr", "br"],
      ...["a", "em", "strong", "s", "code", "pre", "span", "div"],
      ...["table", "thead", "tbody", "tr", "th", "td"],
    ],
    allowedAttributes: {
      a: ["href", "rel", "title"],
      ol: ["start"],
      pre: ["tabindex"],
      div: ["tabindex", "role", "aria-label"],
      ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, ["id"]])),
    },
    allowedClasses: { span: TOKEN_CLASSES, div: ["table-scroll"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    disallowedTagsMode: "discard",
  }) as SafeHtml;
}
