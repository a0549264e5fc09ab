import { flag, type OptionSpec } from "../frame/command.ts";
import type { Context } from "../frame/command.ts";
import { lineText } from "../frame/terminal_text.ts";

/** A change that only a signed-in browser can make (spec §4.3), and the page that makes it. */
export interface OnPage {
  /** What is to be done there, in the imperative: `invite bob into acme`. */
  action: string;
  /** Always false: nothing has changed yet. */
  changed: false;
  reason: string;
  url: string;
}

/** Why a key is not enough, in one sentence. */
const REASON =
  "Members, collectives, publishers and signing keys can be changed only in a signed-in browser, so " +
  "that a leaked key cannot do it.";

const OPTIONS = {
  "no-browser": flag("Print the URL instead of opening it"),
} as const satisfies Record<string, OptionSpec>;

/** Printed below the examples of each such command. */
const HELP = "Requires a signed-in browser. The command validates its arguments, prints the " +
  "URL of the\npage with the form filled in, and opens it when run in a terminal. It exits with " +
  "code 4, as nothing has\nchanged yet.";

type OpenContext = Pick<Context, "host" | "json" | "note"> & {
  options: { readonly "no-browser": boolean };
};

/** Leads to the page that does it: opens it for a person at a terminal, and tells its address. */
export async function onPage(
  { host, json, note, options }: OpenContext,
  action: string,
  url: string,
  reason = REASON,
): Promise<OnPage> {
  if (!options["no-browser"] && !json && host.stderrIsTerminal && host.stdoutIsTerminal) {
    const { openBrowser } = await import("../auth/browser.ts");
    // Not awaited: some openers live as long as the browser they start.
    openBrowser(url).then((opened) => opened || note("Could not open a browser."));
  }
  return { action, changed: false, reason, url };
}

/** What a person reads: why, and where. */
function onPageText({ action, reason, url }: OnPage): string {
  return `${reason}\nOpen this page to ${lineText(action)}:\n${url}`;
}

/** What commands have in common that lead to a page. */
export const ON_PAGE = {
  description: HELP,
  options: OPTIONS,
  text: onPageText,
  // Nothing was changed: a login in the browser is needed.
  exit: () => 4,
};
