import { SvcError } from "@svc/core/error";
import type { KeyObject } from "node:crypto";

type Core = typeof import("@sigstore/core");

/** The libraries that read and verify bundles, once they verify here. */
export interface Library {
  core: Core;
  bundle: typeof import("@sigstore/bundle");
  specs: typeof import("@sigstore/protobuf-specs");
  verify: typeof import("@sigstore/verify");
}

type Verify = Core["crypto"]["verify"];

let loaded: Promise<Library> | undefined;

/**
 * Loads the libraries and makes sure that they accept a good signature and refuse a wrong one. Only
 * who verifies pays for it: 20 ms, once a process.
 *
 * @throws SvcError `unavailable` when this runtime verifies signatures wrongly
 */
export function loadLibrary(): Promise<Library> {
  return loaded ??= load();
}

async function load(): Promise<Library> {
  const [core, bundle, specs, verify] = await Promise.all([
    import("@sigstore/core"),
    import("@sigstore/bundle"),
    import("@sigstore/protobuf-specs"),
    import("@sigstore/verify"),
  ]);
  makeVerifying(core);
  return { core, bundle, specs, verify };
}

/**
 * For an EC key without a digest, Node takes SHA-256 and Deno throws, which the library takes for a
 * wrong signature: each good bundle would be refused (trust 3.4). Where that is so, the digest that
 * belongs to the key is named, and the same signatures must then be told apart.
 *
 * @throws SvcError `unavailable` when they are not
 */
export function makeVerifying({ crypto }: Pick<Core, "crypto">): void {
  if (tellsApart(crypto)) return;
  const real = crypto.verify;
  const named: Verify = (data, key, signature, digest) =>
    real(data, key, signature, digest ?? digestFor(key as KeyObject));
  try {
    (crypto as { verify: Verify }).verify = named;
  } catch {
    // It is not there to be exchanged: what follows refuses.
  }
  if (tellsApart(crypto)) return;
  throw new SvcError("unavailable", "Signatures cannot be verified with this version of Deno", {
    hint: "Use the Deno that svc was installed with; please report it, as nothing was verified.",
  });
}

/** Digests of the curves that keys of certificates and logs have. */
const DIGEST_OF_CURVE: Readonly<Record<string, string>> = {
  prime256v1: "sha256",
  secp384r1: "sha384",
  secp521r1: "sha512",
};

function digestFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === "rsa") return "sha256";
  if (asymmetricKeyType !== "ec") return undefined;
  return DIGEST_OF_CURVE[asymmetricKeyDetails?.namedCurve ?? ""];
}

/** The signed bytes of each sample. */
const SIGNED = "svc";

/** A key (SPKI) and a signature by it, one for each curve in use. */
const SAMPLES: readonly (readonly [key: string, signature: string])[] = [
  [
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2TZkpdHC99vE7Fvjqp3StKlHxfVwcyzJn15Rpj8DzOEJ5zGXbhRpk5HZupS6UPZJxXaX6B7ShkCDwB8r3Kx7jw==",
    "MEUCIQDpdfG7rdRJEVWI94kwR6oSG3M9j09USYNObnUis/u7ggIgRVw/Ur6oVivrjGj7ZWEB154Tr46XOeX1764urUYg+F4=",
  ],
  [
    "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEgnq3BjAkY61t9JrHknwuud49++ZCqo7SIgqDdoG4Psf38yAJgdnRk42kd7a3k1HiZfs8kbFTTnYOlMgTJaOckT5Lozt3zBMjJEWV68vSYr1T+WvrOtHZH+uNIlwdQ9/d",
    "MGYCMQDlF1pzHs/AMZPUE9Uvhb+VgZ3U8w33U/FqfuPt8R/LfHc1zILT1VdvzTeWCYtSptoCMQDWGMatMmBK8l0yWPczoH/xYsLm3tbS/7wLIRrV03+OmVW8xor08Km2TRoAdV5/rBs=",
  ],
];

function tellsApart({ verify, createPublicKey }: Core["crypto"]): boolean {
  return SAMPLES.every(([key, signature]) => {
    const accepts = (text: string) =>
      verify(Buffer.from(text), createPublicKey(key), Buffer.from(signature, "base64"));
    return accepts(SIGNED) && !accepts(`${SIGNED}!`);
  });
}
