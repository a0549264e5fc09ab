import { SvcError } from "@svc/core/error";
import { assertModestJson, parsedJson } from "@svc/core/json";
import { LIMITS } from "@svc/core/limit";

/**
 * Refuses what would take long to validate, by its text alone: the library looks at each message of a
 * list, and at each value in it, several times. What is no JSON is the library's to refuse.
 *
 * @throws SvcError `body_too_large`, `nested_too_deeply`
 */
export function assertModestMessages(text: string): void {
  assertModestJson(text, LIMITS.json);
  if (!text.trimStart().startsWith("[")) return;
  const messages = parsedJson(text);
  const { messages: most } = LIMITS.json;
  if (!Array.isArray(messages) || messages.length <= most) return;
  throw new SvcError("body_too_large", `This batch has more than ${most} messages`, {
    hint: `Send at most ${most} at a time.`,
  });
}
