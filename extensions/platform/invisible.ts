/** What stands between the two halves of a mention or a link, so that no reader finds it. */
const BREAK = "\u200b";

/**
 * Keeps programs that read the text from finding a mention, an address or a number of an issue in
 * it: `@team`, `https://…`, `www.…`, `#12` and `GH-12` get an invisible space. Idempotent.
 */
export function withoutReferences(text: string): string {
  return text
    // Finders of mail addresses look at what stands before the sign, those of mentions behind it.
    .replace(/(?<=[^\s\u200b])@/g, `${BREAK}@`)
    .replace(/@(?!\u200b)/g, `@${BREAK}`)
    .replace(/\/(?=\/)/g, `/${BREAK}`)
    .replace(/\b(www|mailto|xmpp)(?=[.:])/gi, `$1${BREAK}`)
    .replace(/#(?=\d)/g, `#${BREAK}`)
    .replace(/\b(gh)(?=-\d)/gi, `$1${BREAK}`);
}
