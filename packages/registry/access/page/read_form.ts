import { assertNotForeign, type Form, formOf } from "@svc/http/input";
import type { Visit } from "./visit.ts";

export type { Form };

/**
 * Reads the posted form of a visit, after making sure that a page of this site posted it.
 *
 * @throws SvcError `forbidden` from another site, `unsupported_media_type`, `body_too_large`.
 */
export async function readForm(visit: Visit): Promise<Form> {
  const request = visit.context.req.raw;
  assertNotForeign(request, visit.services.auth.trustedOrigins);
  return visit.form = await formOf(request);
}

/** A field's text without surrounding space; empty when it is missing. */
export function field(form: Form, name: string): string {
  return form.get(name)?.trim() ?? "";
}
