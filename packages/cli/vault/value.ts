import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { assertSecretValue } from "@svc/core/name";
import { ask, canAsk } from "../frame/ask.ts";
import type { Context, Refusal } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

const { valueBytes } = LIMITS.secrets;

const ON_STDIN = "Give it on stdin: 'svc vault put <vault> <key> < file'.";

/** Said of a value on the command line. It is not repeated, as errors end up in logs. */
export const NEVER_AN_ARGUMENT: Refusal = {
  message: "A value is never an argument: other programs and the shell's history would see it",
  hint: "Leave it out to be asked for it, or give it on stdin: " +
    "'svc vault put <vault> <key> < file'.",
};

/**
 * The value of a secret: asked for without showing it, else the whole of stdin less one line end.
 *
 * @throws SvcError `usage` when there is none to read; `invalid_argument` when it is empty, too long
 *   or no text; `interrupted` when the question is left. No error holds a part of it.
 */
export async function readValue(
  context: Pick<Context, "json" | "host">,
  key: string,
): Promise<string> {
  const value = await givenValue(context, key);
  if (value === "") {
    throw new SvcError("invalid_argument", `The value of ${key} is empty`, {
      hint: "To forget a key, run 'svc vault delete <vault> <key>'.",
    });
  }
  assertSecretValue(key, value);
  return value;
}

async function givenValue(
  context: Pick<Context, "json" | "host">,
  key: string,
): Promise<string> {
  const { host } = context;
  if (!host.stdinIsTerminal) {
    const longest = valueBytes + "\r\n".length;
    const bytes = await host.stdinBytes(longest);
    if (bytes.length > longest) throw tooLong(key);
    return decoded(bytes, key).replace(/\r?\n$/, "");
  }
  if (canAsk(context)) {
    return await ask(context, `Value of ${key}`, { secret: true, answer: ON_STDIN });
  }
  throw usage(`The value of ${key} is missing, and svc does not ask for it here`, [ON_STDIN]);
}

function decoded(bytes: Uint8Array, key: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SvcError("invalid_argument", `The value of ${key} is not text in UTF-8`, {
      hint: "Encode it first: 'base64 < file | svc vault put <vault> <key>'.",
    });
  }
}

function tooLong(key: string): SvcError {
  return new SvcError(
    "invalid_argument",
    `The value of ${key} is longer than ${valueBytes} bytes`,
    {
      hint: "A secret is a text such as a token or a private key.",
    },
  );
}
