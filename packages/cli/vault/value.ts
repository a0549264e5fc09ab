import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { assertSecretValue } from "@svc/core/name";
import { ask, canAsk } from "../frame/ask.ts";
import type { Context, Refusal } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

const { valueBytes } = LIMITS.secrets;

/** Said of a value on the command line. It is not repeated, as errors end up in logs. */
export const NEVER_AN_ARGUMENT: Refusal = {
  message: "A value is never an argument: other programs and the shell's history would see it",
  hint: "Leave it out to be asked for it, or give it on stdin, with '< file' or through a pipe.",
};

/** Where a secret is kept, as its owner wrote it. */
interface SecretPlace {
  vault: string;
  key: string;
}

/**
 * The value of a secret: asked for without showing it, else the whole of stdin less one line end.
 *
 * @throws SvcError `usage` when there is none to read; `invalid_argument` when it is empty, too long
 *   or no text; `interrupted` when the question is left. No error holds a part of it.
 */
export async function readValue(
  context: Pick<Context, "json" | "host">,
  { vault, key }: SecretPlace,
): Promise<string> {
  const value = await givenValue(context, { vault, key });
  if (value === "") {
    throw new SvcError("invalid_argument", `The value of ${key} is empty`, {
      hint: `'svc vault delete ${vault} ${key}' deletes a secret.`,
    });
  }
  assertSecretValue(key, value);
  return value;
}

async function givenValue(
  context: Pick<Context, "json" | "host">,
  { vault, key }: SecretPlace,
): Promise<string> {
  const { host } = context;
  const onStdin = `Give it on stdin: 'svc vault put ${vault} ${key} < file'.`;
  if (!host.stdinIsTerminal) {
    const longest = valueBytes + "\r\n".length;
    const bytes = await host.stdinBytes(longest);
    if (bytes.length > longest) throw tooLong(key);
    return decoded(bytes, { vault, key }).replace(/\r?\n$/, "");
  }
  if (canAsk(context)) {
    return await ask(context, `Value of ${key}`, { secret: true, answer: onStdin });
  }
  throw usage(`The value of ${key} is missing, and svc does not ask for it here`, [onStdin]);
}

function decoded(bytes: Uint8Array, { vault, key }: SecretPlace): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SvcError("invalid_argument", `The value of ${key} is not text in UTF-8`, {
      hint: `Encode it first: 'base64 < file | svc vault put ${vault} ${key}'.`,
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
