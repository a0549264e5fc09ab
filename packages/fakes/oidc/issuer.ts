import { type Service, startService } from "../service/mod.ts";
import { type Claims, ISSUER_PATHS, ISSUER_TIMES, type IssuerKind, JOB_CLAIMS } from "./claims.ts";

/** What the address of the keys answers. */
export type KeySet =
  | "right"
  | "empty"
  /** A shared secret, as if anybody could sign. */
  | "oct"
  /** An RSA key of 512 bits. */
  | "weak"
  /** 20 MB of JSON. */
  | "huge"
  /** Sent on to the issuer's other address, which has the right keys. */
  | "redirect";

/** How a token is made otherwise than its provider would. */
export interface TokenOptions {
  /** Merged over the header; undefined takes a member out. */
  header?: Record<string, unknown>;
  /** Signed by a key that the issuer does not publish. */
  foreignKey?: boolean;
}

/**
 * A stand-in for an issuer of identity tokens: discovery, keys, and the address where a job asks for
 * its token. `fault` of {@link Service} makes it down, slow or broken.
 */
export interface Issuer extends Service {
  kind: IssuerKind;
  /** What `iss` says. */
  issuer: string;
  keySet: KeySet;
  /** Merged over the claims of every token; undefined takes a claim out. */
  job: Claims;
  /** A token for that audience, with these claims over the job's. Times are seconds. */
  token(audience: unknown, claims?: Claims, options?: TokenOptions): Promise<string>;
  /** From now on signs with a new key and publishes only that one. */
  rotate(): Promise<void>;
  /** The public key in use, as PEM: what attackers sign with as if it were a shared secret. */
  publicPem(): Promise<string>;
  /**
   * Environment of a job, as GitHub sets it: `GET <URL>&audience=…` with the token as bearer answers
   * `{ value }`. The same address serves scripts that stand in for other providers' programs.
   */
  jobEnvironment: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string };
}

interface SigningKey {
  kid: string;
  pair: CryptoKeyPair;
}

/**
 * Pairs of issuers that were stopped, for the next ones: it takes longer to make one of RSA than
 * most tests take. No two issuers have the same one at a time.
 */
const idle: CryptoKeyPair[] = [];

/**
 * Starts an issuer of one provider's tokens.
 *
 * @param now the clock of its tokens, for tests whose registry has one of its own
 */
export async function startIssuer(
  kind: IssuerKind,
  now: () => Date = () => new Date(),
): Promise<Issuer> {
  const held: CryptoKeyPair[] = [];
  async function newKey(): Promise<SigningKey> {
    const pair = idle.pop() ?? await newPair();
    held.push(pair);
    return { kid: crypto.randomUUID(), pair };
  }
  let key = await newKey();
  const bearer = crypto.randomUUID();
  const keysPath = `${ISSUER_PATHS[kind]}/.well-known/jwks`;

  async function keys(): Promise<Response> {
    switch (issuer.keySet) {
      case "right":
        return Response.json({ keys: [await published(key)] });
      case "empty":
        return Response.json({ keys: [] });
      case "oct":
        return Response.json({ keys: [{ kty: "oct", kid: key.kid, alg: "HS256", k: "c2VjcmV0" }] });
      case "weak":
        return Response.json({ keys: [{ ...await published(key), n: "x".repeat(86) }] });
      case "huge":
        return Response.json({ keys: [await published(key)], padding: "x".repeat(20_000_000) });
      case "redirect":
        return Response.redirect(`${issuer.url}/other-keys`, 302);
    }
  }

  const service = startService(async ({ method, path }, headers) => {
    const { pathname, searchParams } = new URL(path, "http://issuer");
    if (method !== "GET") return new Response(null, { status: 405 });
    switch (pathname) {
      case `${ISSUER_PATHS[kind]}/.well-known/openid-configuration`:
        return Response.json({
          issuer: issuer.issuer,
          jwks_uri: issuer.url + keysPath,
          response_types_supported: ["id_token"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case keysPath:
        return await keys();
      case "/other-keys":
        return Response.json({ keys: [await published(key)] });
      case "/token": {
        if (headers.get("authorization") !== `Bearer ${bearer}`) {
          return new Response(null, { status: 401 });
        }
        return Response.json({ value: await issuer.token(searchParams.get("audience")) });
      }
    }
    return new Response(null, { status: 404 });
  });

  const stop = service[Symbol.asyncDispose];
  const issuer: Issuer = Object.assign(service, {
    kind,
    issuer: service.url + ISSUER_PATHS[kind],
    keySet: "right" as KeySet,
    job: {},
    async token(audience: unknown, claims: Claims = {}, options: TokenOptions = {}) {
      const iat = Math.floor(now().getTime() / 1000);
      const { nbf, exp } = ISSUER_TIMES[kind];
      const all = {
        iss: issuer.issuer,
        aud: audience,
        iat,
        ...(nbf === null ? {} : { nbf: iat + nbf }),
        exp: iat + exp,
        ...JOB_CLAIMS[kind](new URL(issuer.url).host),
        ...issuer.job,
        ...claims,
      };
      const { pair } = options.foreignKey ? await newKey() : key;
      const signed = [{ alg: "RS256", typ: "JWT", kid: key.kid, ...options.header }, all]
        .map((part) => base64url(new TextEncoder().encode(JSON.stringify(part)))).join(".");
      const signature = await crypto.subtle.sign(
        "RSASSA-PKCS1-v1_5",
        pair.privateKey,
        new TextEncoder().encode(signed),
      );
      return `${signed}.${base64url(new Uint8Array(signature))}`;
    },
    async rotate() {
      key = await newKey();
    },
    async publicPem() {
      const spki = new Uint8Array(await crypto.subtle.exportKey("spki", key.pair.publicKey));
      return `-----BEGIN PUBLIC KEY-----\n${spki.toBase64()}\n-----END PUBLIC KEY-----\n`;
    },
    jobEnvironment: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${service.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer,
    },
    async [Symbol.asyncDispose]() {
      await stop();
      idle.push(...held.splice(0));
    },
  });
  return issuer;
}

async function newPair(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["sign", "verify"],
  );
}

async function published({ kid, pair }: SigningKey): Promise<JsonWebKey & { kid: string }> {
  const { kty, n, e } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { kty: kty!, n: n!, e: e!, alg: "RS256", use: "sig", kid };
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
