import { assertSecretKey, assertSecretValue } from "@svc/core/name";
import { findVault } from "@svc/runtime/vaults";
import { ask, canAsk, confirm } from "../../frame/ask.ts";
import { type Context, defineCommand, type Refusal } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { KEY, mayHave, VAULT, withVault } from "../../vault/open.ts";
import { shortSecretWarning } from "../../vault/short_secret.ts";
import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";

/** Said of a value on the command line. It is not repeated, as errors end up in logs. */
const NEVER_AN_ARGUMENT: Refusal = {
  message: "A value is never an argument: other programs and the shell's history would see it",
  hint: "Leave it out to be asked for it, or give it on stdin, with '< file' or through a pipe.",
};

export default defineCommand({
  description: [
    "In a terminal, prompts for the value without showing it. Otherwise reads it from stdin, without",
    "the final line end. It is never an argument. An existing key is replaced after a",
    "prompt, or with --yes.",
  ].join("\n"),
  examples: {
    "svc vault put prod API_TOKEN": "prompt for the value",
    "svc vault put prod DEPLOY_KEY < key.pem": "from a file",
    "gh auth token | svc vault put prod GH_TOKEN --yes": "from another program",
  },
  arguments: [VAULT, { ...KEY, mayBeNew: true }],
  surplus: NEVER_AN_ARGUMENT,
  options: {
    ...GRANT_OPTIONS,
    yes: { ...YES, summary: "Replace an existing key without asking" },
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { vault, key } = context.arguments;
    if (key.includes("=")) throw usage(NEVER_AN_ARGUMENT.message, [NEVER_AN_ARGUMENT.hint]);
    await findVault(await repositoryOf(context), vault);
    assertSecretKey(key);
    // Before the vault is opened: while a pipe is waited for, Ctrl-C just ends the command.
    const piped = context.host.stdinIsTerminal
      ? undefined
      : await readValue(context, { vault, key });
    return await withVault(context, vault, async ({ configuration, provider, signal }) => {
      const overwritten = await mayHave(provider, key, { signal });
      if (overwritten && !context.options.yes) {
        await confirm(context, `Replace ${key} in ${configuration.name}?`);
      }
      const value = piped ?? await readValue(context, { vault, key });
      const short = shortSecretWarning(key, value);
      if (short !== undefined) context.warn(short);
      await provider.put(key, value, { signal });
      return {
        vaultName: configuration.name,
        secretKey: key,
        vaultType: configuration.type,
        overwritten,
        timestamp: new Date().toISOString(),
      };
    });
  },
  text: ({ vaultName, secretKey, overwritten }) =>
    overwritten ? `Replaced ${secretKey} in ${vaultName}.` : `Stored ${secretKey} in ${vaultName}.`,
});

const { valueBytes } = LIMITS.secrets;

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
async function readValue(
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
