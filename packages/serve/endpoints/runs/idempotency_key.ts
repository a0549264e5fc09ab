import { SvcError } from "@svc/core/error";

/**
 * The key by which a request that is sent again starts no second run.
 *
 * @throws SvcError `validation_failed` for one that is not valid
 */
export function idempotencyKey({ headers }: Request): string | undefined {
  const key = headers.get("idempotency-key") ?? undefined;
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new SvcError("validation_failed", "The header Idempotency-Key is not valid", {
    hint: "Send 1 to 255 visible ASCII characters, such as a UUID.",
    details: [{ path: "Idempotency-Key", message: "1 to 255 visible ASCII characters" }],
  });
}
