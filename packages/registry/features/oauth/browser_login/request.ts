import { SvcError } from "@svc/core/error";

/** A login that a program on the person's machine began in the browser (reference wire 1.1). */
export interface BrowserLogin {
  /** Where the program waits: an address of the machine that the browser runs on. */
  callback: URL;
  /** The program's own word, by which it knows its answer again. */
  state: string;
  /** Shown here and in the terminal, for the person to compare. */
  code: string;
}

/** Names of this machine alone; what any other name leads to is for its owner to say. */
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const STATE = /^[A-Za-z0-9_-]{16,128}$/;
const CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/**
 * What the address or the form says of the login.
 *
 * @throws SvcError `validation_failed` for a callback that is not on this machine, and other misuse
 */
export function readBrowserLogin(given: URLSearchParams): BrowserLogin {
  const callback = callbackOf(given.get("cli_callback") ?? "");
  const state = given.get("state") ?? "";
  const code = given.get("device_code") ?? "";
  if (callback === undefined || !STATE.test(state) || !CODE.test(code)) {
    throw new SvcError("validation_failed", "This login link is not valid", {
      hint:
        "Start the login again in your terminal. The link must lead back to a port of your own " +
        "computer: http://localhost:<port>/callback.",
    });
  }
  return { callback, state, code };
}

/** The callback, written in the one way that no two programs read differently. */
function callbackOf(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !LOOPBACK.includes(url.hostname) || url.port === "") return undefined;
  return text === `http://${url.host}/callback` ? url : undefined;
}

/** Where the browser brings the session's token. */
export function answerAddress({ callback, state }: BrowserLogin, token: string): string {
  const url = new URL(callback);
  url.searchParams.set("token", token);
  url.searchParams.set("state", state);
  return url.href;
}
