import { secretTexts, withoutTexts } from "../secret_texts.ts";
import type { Channel } from "./channel.ts";

/**
 * `context.redactor`: knows the secrets among the arguments and those that the method adds, which svc
 * then leaves out of logs and outputs, too.
 */
export function createRedactor({ hello, send }: Channel): Record<string, unknown> {
  const known = new Set(hello.secrets);
  const add = (text: string) => {
    for (const one of secretTexts(text)) known.add(one);
    send({ t: "secret", text: String(text) });
  };
  return { add, addSecret: add, redact: (text: string) => withoutTexts(String(text), known) };
}
