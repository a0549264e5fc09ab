import { createHash } from "node:crypto";
import { httpsAddress } from "./https_address.ts";
import { terminalText } from "./terminal.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of a stranger for the inside of an element or a quoted attribute. It keeps its lines. */
export function htmlText(text: string): string {
  return terminalText(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A link that tells its target nothing; an address that is not https leaves only the text. */
export function htmlLink(text: string, address: string): string {
  const target = httpsAddress(address);
  if (target === undefined) return htmlText(text);
  return `<a href="${htmlText(target)}" rel="noreferrer noopener">${htmlText(text)}</a>`;
}

/**
 * A whole page that runs nothing and loads nothing, whatever stands in it: its policy allows one
 * style, the given one.
 *
 * @param page.title text, escaped here
 * @param page.style CSS of the extension
 * @param page.body HTML made with {@link htmlText} and {@link htmlLink}
 */
export function htmlPage(
  { title, style, body }: { title: string; style: string; body: string },
): string {
  const digest = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; ` +
    "form-action 'none'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
