import { httpsAddress } from "./https_address.ts";
import { withoutReferences } from "./invisible.ts";
import { terminalLine } from "./terminal.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Text of a stranger for a Slack message, on one line: `<!channel>`, `@here` and addresses are just
 * text.
 *
 * @param limit characters of the result at most; what is longer ends in `…`, never in half an entity
 */
export function slackText(text: string, limit = Infinity): string {
  const line = withoutReferences(terminalLine(text));
  const characters = [...line].map((character) => ENTITIES[character] ?? character);
  const whole = characters.join("");
  if (whole.length <= limit) return whole;
  let cut = "";
  for (const character of characters) {
    if (cut.length + character.length + 1 > limit) break;
    cut += character;
  }
  return limit < 1 ? "" : `${cut}…`;
}

/** A link with a stranger's text; an address that is not https leaves only the text. */
export function slackLink(text: string, address: string, limit = Infinity): string {
  const target = httpsAddress(address);
  if (target === undefined) return slackText(text, limit);
  // A bar ends the address, so that of the text is shown as the broken bar.
  const start = `<${target.replaceAll("&", "&amp;")}|`;
  return `${start}${slackText(text.replaceAll("|", "¦"), limit - start.length - 1)}>`;
}
