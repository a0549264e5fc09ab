import { isSvcError, SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { Mapper } from "@svc/runtime/mapping";
import type { Delivery } from "./verify.ts";
import type { Webhook } from "./webhook.ts";

/** Headers that no expression sees: they are about the connection, or are credentials. */
const HIDDEN = /^(?:authorization|cookie|proxy-authorization|(?:x-hub|webhook)-signature.*)$/;

/** Characters of a reason that the log keeps: it may hold a part of the body. */
const SHOWN = 300;

/**
 * The inputs of the run that a delivery asks for: the fixed ones and what the mapping gives. Undefined when
 * the filter says no.
 *
 * @throws SvcError `malformed_body`, `validation_failed`; the log says more than the answer
 */
export async function inputsOf(
  webhook: Webhook,
  { headers, body }: Delivery,
  { mapper, log }: { mapper: Mapper; log: Log },
): Promise<Record<string, unknown> | undefined> {
  const { mapping, name } = webhook;
  if (mapping.filter === undefined && Object.keys(mapping.values).length === 0) {
    return webhook.inputs;
  }
  const answer = await mapper.map({
    ...mapping,
    body: textOf(body),
    headers: Object.fromEntries([...headers].filter(([header]) => !HIDDEN.test(header))),
  }).catch((error) => {
    if (!isSvcError(error)) throw error;
    log.warn("webhook.mapping", { webhook: name, code: error.code, error: error.message });
    throw unusable(error);
  });
  if ("filtered" in answer) return undefined;
  if ("malformed" in answer) throw malformed(answer.malformed);
  if ("refused" in answer) {
    log.warn("webhook.mapping", { webhook: name, error: answer.refused.slice(0, SHOWN) });
    throw unusable();
  }
  return { ...webhook.inputs, ...answer.values };
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw malformed("it is not UTF-8");
  }
}

function malformed(why: string): SvcError {
  return new SvcError("malformed_body", `The body cannot be read: ${why}`, {
    hint: "Send JSON: application/json in the sender's settings.",
  });
}

/** The answer to a delivery that no run can be made of. */
export function unusable(cause?: SvcError): SvcError {
  return new SvcError("validation_failed", "This delivery cannot start a run", {
    hint: "The log of the server says why.",
    cause,
  });
}
