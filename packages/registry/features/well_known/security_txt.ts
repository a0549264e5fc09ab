import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";

/** Days for which an answer holds: who reads an older copy asks again (RFC 9116 §2.5.5). */
const HOLDS_DAYS = 90;

/**
 * GET /.well-known/security.txt: whom to tell of a weakness of this registry (RFC 9116).
 *
 * @throws SvcError `not_found` while the operator has named nobody
 */
export function securityTxt({ config, now }: Pick<Services, "config" | "now">): Response {
  const { securityContact: contact, baseUrl } = config;
  if (contact === "") {
    throw new SvcError("not_found", "This registry has no security contact", {
      hint: "The operator can set one with SVC_SECURITY_CONTACT.",
    });
  }
  const expires = new Date(now().getTime() + HOLDS_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    "# For weaknesses of this registry. Those of an extension go to its owner: open an issue of the",
    `# type security at ${baseUrl}/lab/new`,
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    // The standard takes no other address of the web.
    ...baseUrl.startsWith("https:") ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : [],
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=86400",
    },
  });
}
