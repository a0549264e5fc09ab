import { Buffer } from "node:buffer";
import {
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";

/** A passkey as it is stored, but for its person. */
export const STORED_PASSKEY = {
  id: "7d8f0a52-9b1e-4c39-8a6f-0c1d2e3f4a5b",
  credential_id: "Y3JlZGVudGlhbA",
  public_key: "a2V5",
  counter: 0,
  transports: "[]",
  synced: 0,
  aaguid: "00000000-0000-0000-0000-000000000000",
  rp_id: "registry.test",
  name: "Laptop",
  created_at: "2026-11-29T10:00:00.000Z",
  last_used_at: null,
};

/** What an authenticator or a browser does otherwise than it should. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** False: touched, but nobody was verified. */
  userVerified?: boolean;
  counter?: number;
  crossOrigin?: boolean;
  handle?: string | undefined;
  challenge?: string;
  /** A statement about the authenticator: by the new key itself, or with a maker's certificate. */
  attestation?: "self" | "certified";
}

/**
 * A maker of authenticators, by a key of no further use and a certificate as WebAuthn wants them
 * (section 8.2.1), both by openssl.
 */
const MAKER = {
  key: createPrivateKey({
    key: Buffer.from(
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgymxjNg8d2ZmwMiIDj/Nw0y0tlTx7DkdiRoqP" +
        "WhBCTO+hRANCAASzizkbBvPu2+VqAnOPivfuW3t4alWKIkvbGvyTvAuPAudvXBtPchco+eVDvEg6zqTpn/Og" +
        "v6FUaM9gDDXKHbR5",
      "base64",
    ),
    format: "der",
    type: "pkcs8",
  }),
  certificate: Buffer.from(
    "MIIB/TCCAaSgAwIBAgIUJcl8Y2YuJXnMZFMCqauakmeT7D0wCgYIKoZIzj0EAwIwVTELMAkGA1UEBhMCU0Ux" +
      "EDAOBgNVBAoMB0V4YW1wbGUxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xEDAOBgNVBAMM" +
      "B0V4YW1wbGUwIBcNMjYxMTI5MTA1NTA5WhgPMjEyNjExMDUxMDU1MDlaMFUxCzAJBgNVBAYTAlNFMRAwDgYD" +
      "VQQKDAdFeGFtcGxlMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMRAwDgYDVQQDDAdFeGFt" +
      "cGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEs4s5Gwbz7tvlagJzj4r37lt7eGpViiJL2xr8k7wLjwLn" +
      "b1wbT3IXKPnlQ7xIOs6k6Z/zoL+hVGjPYAw1yh20eaNQME4wHQYDVR0OBBYEFHfUFWIZTEr/vicq/b6UVkK6" +
      "jcz3MB8GA1UdIwQYMBaAFHfUFWIZTEr/vicq/b6UVkK6jcz3MAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwID" +
      "RwAwRAIge48i8dkC1aOpp9Pstf2TK7XCH2uYpAa7Kb5saQrqXCcCIGe2NOjz66VXaIQMIKsUMRSAZQWHm+4f" +
      "fh7yvQOvKX6m",
    "base64",
  ),
};

/** An authenticator in memory, which signs with ES256 for a page at `origin`. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" }) as { x: string; y: string };
  const id = randomBytes(16);
  let handle: string | undefined;
  let counter = 0;
  const credential = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
  };
  const clientData = (type: string, challenge: unknown, deviation: Deviation) =>
    Buffer.from(JSON.stringify({
      type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? origin,
      crossOrigin: deviation.crossOrigin ?? false,
    }));
  const dataOf = (rpId: string, { userVerified = true, ...deviation }: Deviation, key?: Buffer) => {
    counter = deviation.counter ?? counter + 1;
    const head = Buffer.alloc(37);
    createHash("sha256").update(deviation.rpId ?? rpId).digest().copy(head);
    head[32] = 0x01 | (userVerified ? 0x04 : 0) | (key === undefined ? 0 : 0x40);
    head.writeUInt32BE(counter, 33);
    return key === undefined ? head : Buffer.concat([head, key]);
  };
  return {
    id: credential.id,
    /** Answers options of `passkeys.begin`. */
    // deno-lint-ignore no-explicit-any -- WebAuthn's JSON
    create(options: any, deviation: Deviation = {}) {
      handle = options.user.id;
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const authData = dataOf(options.rp.id, deviation, key);
      const clientDataJSON = clientData("webauthn.create", options.challenge, deviation);
      const signed = createSign("sha256").update(authData)
        .update(createHash("sha256").update(clientDataJSON).digest());
      const { attestation } = deviation;
      const signature = attestation && signed.sign(attestation === "self" ? privateKey : MAKER.key);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text("fmt"),
        text(signature === undefined ? "none" : "packed"),
        text("attStmt"),
        ...signature === undefined ? [Buffer.from([0xa0])] : [
          Buffer.from([attestation === "self" ? 0xa2 : 0xa3]),
          ...[text("alg"), Buffer.from([0x26]), text("sig"), bytes(signature)],
          ...attestation === "self" ? [] : [
            text("x5c"),
            Buffer.from([0x81]),
            bytes(MAKER.certificate),
          ],
        ],
        text("authData"),
        bytes(authData),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** Answers options of `proofs.begin` or of a sign-in. */
    // deno-lint-ignore no-explicit-any -- WebAuthn's JSON
    sign(options: any, deviation: Deviation = {}) {
      const authenticatorData = dataOf(options.rpId, deviation);
      const clientDataJSON = clientData("webauthn.get", options.challenge, deviation);
      const hash = createHash("sha256").update(clientDataJSON).digest();
      const signature = createSign("sha256").update(authenticatorData).update(hash)
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: "handle" in deviation ? deviation.handle : handle,
        },
      };
    },
  };
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
}

/** Bytes in CBOR. */
function bytes(value: Uint8Array): Buffer {
  const head = value.length < 256
    ? [0x58, value.length]
    : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}
