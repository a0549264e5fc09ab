import { SvcError } from "@svc/core/error";
import { assertSameOrigin } from "../credential/origin.ts";
import type { Visit } from "./visit.ts";

/** Largest form accepted, in bytes. */
const MOST_BYTES = 64_000;

/** The fields of a posted form, as text. */
export type Form = URLSearchParams;

/**
 * Reads the posted form of a visit, after making sure that a page of this site posted it.
 *
 * @throws SvcError `forbidden` from another site, `unsupported_media_type`, `body_too_large`.
 */
export async function readForm({ context, services }: Visit): Promise<Form> {
  const request = context.req.raw;
  assertSameOrigin(request, services.auth.trustedOrigins);
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new SvcError("unsupported_media_type", "This address takes a web form", {
      hint: "Use the form on the page, or the JSON interface under /api.",
    });
  }
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) {
      throw new SvcError("body_too_large", "This form is too large", {
        hint: `Send at most ${MOST_BYTES} bytes.`,
      });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}

/** A field's text without surrounding space; empty when it is missing. */
export function field(form: Form, name: string): string {
  return form.get(name)?.trim() ?? "";
}
