import { SvcError } from "@svc/core/error";
import { assertHookSecret, newHookSecret, type Scheme } from "@svc/serve/webhooks";
import { ask, canAsk } from "../frame/ask.ts";
import { type Context, text } from "../frame/command.ts";

/** Bytes that are read of stdin: more is not a secret. */
const LONGEST = 1000;

/** `--secret` of a webhook. */
export const SECRET = text(
  "-",
  "Ask for the secret, or read it from stdin; without it svc makes one",
  { secret: true },
);

/**
 * The secret that the operator gives, or a new one, which is to be shown.
 *
 * @throws SvcError `usage` for a secret on the command line, which is not repeated; `interrupted`
 */
export async function hookSecret(
  context: Pick<Context, "json" | "host">,
  option: string | undefined,
) {
  if (option === undefined) return { text: newHookSecret, isNew: true };
  if (option !== "-") {
    throw new SvcError(
      "usage",
      "A secret is never an argument: others on this machine could see it",
      {
        hint:
          "Write '--secret -' to be asked for it, or give it on stdin. Make a new one: this one was seen.",
      },
    );
  }
  const given = await givenSecret(context);
  const text = (scheme: Scheme) => {
    assertHookSecret(scheme, given);
    return given;
  };
  return { text, isNew: false };
}

async function givenSecret(context: Pick<Context, "json" | "host">): Promise<string> {
  const { host } = context;
  if (canAsk(context)) {
    return await ask(context, "Secret of the webhook", {
      secret: true,
      answer: "Give it on stdin.",
    });
  }
  const bytes = await host.stdinBytes(LONGEST);
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
}
