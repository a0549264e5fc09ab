import { createMatcher } from "../redaction/matcher.ts";
import { patternsOf, secretsOf } from "../redaction/pattern.ts";
import { redactedText } from "../redaction/text.ts";
import type { Channel } from "./channel.ts";

/**
 * `context.redactor`: knows the secrets among the arguments and those that the method adds, which svc
 * then leaves out of logs and outputs, too.
 */
export function createRedactor({ hello, send }: Channel): Record<string, unknown> {
  const known = new Set(hello.secrets);
  const add = (text: string) => {
    for (const one of secretsOf(text)) known.add(one);
    send({ t: "secret", text: String(text) });
  };
  const redact = (text: string) =>
    redactedText(createMatcher([...known].flatMap(patternsOf)), String(text));
  return { add, addSecret: add, redact };
}
