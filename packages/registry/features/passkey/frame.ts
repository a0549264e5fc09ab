import { parsedJson } from "@svc/core/json";
import { Buffer } from "node:buffer";

/** True when another site's page had ours in a frame while it asked (WebAuthn, section 5.8.1). */
export function isFromFrame(clientDataJSON: string): boolean {
  const data = parsedJson(Buffer.from(clientDataJSON, "base64url").toString());
  return (data as { crossOrigin?: unknown } | undefined)?.crossOrigin === true;
}
