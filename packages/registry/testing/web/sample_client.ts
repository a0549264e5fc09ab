import { VERSION } from "@svc/core/release";
import type { ClientPackage } from "../../features/install/client_package.ts";

const bytes = new TextEncoder().encode("the package");

/** A client to hand out: its package is not a real one, its checksum is that of its bytes. */
export const SAMPLE_CLIENT: ClientPackage = {
  bytes,
  facts: {
    version: VERSION,
    sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(),
    deno: { version: "9.9.9", sha512: { "linux-x64-glibc": "abc" } },
    bundler: { version: "0.9.9", sha512: { "linux-x64": "abc" } },
  },
};
