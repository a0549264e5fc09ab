import { SvcError } from "@svc/core/error";
import { readBytes } from "./read_bytes.ts";

/** Largest form accepted, in bytes. */
const MOST_BYTES = 64_000;

/** The fields of a posted form, as text. */
export type Form = URLSearchParams;

/**
 * Reads a posted form. Whether a page of this site posted it is for the caller to see first.
 *
 * @throws SvcError `unsupported_media_type`, `body_too_large`
 */
export async function formOf(request: Request, most: number = MOST_BYTES): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new SvcError("unsupported_media_type", "This address takes a web form", {
      hint: "Use the form on the page, or the JSON interface under /api.",
    });
  }
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, most)));
}
