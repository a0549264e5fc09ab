/** What a test's provider does at each of its paths; what is missing is as a good one does it. */
export interface Twist {
  /** Claims of the id token that differ. */
  claims?: Record<string, unknown>;
  /** Makes the id token from good claims. */
  sign?: (claims: Record<string, unknown>, provider: HostileProvider) => Promise<string> | string;
  userinfo?: () => Response;
  token?: () => Response;
  jwks?: () => Response;
  device?: () => Response;
}

/** A key of a provider. */
export interface Key {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicJwk: Record<string, string>;
}

/** A provider on this machine that answers as a test wants. */
export interface HostileProvider extends AsyncDisposable {
  url: string;
  issuer: string;
  twist: Twist;
  /** Keys it publishes; it signs with the last one. */
  keys: Key[];
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** The nonce of the login in progress. */
  nonce: string;
  goodClaims(): Record<string, unknown>;
}

/** The client id that it gives. */
export const CLIENT_ID = "a-client";

/** Makes a key as the registry's are. */
export async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const { x } = await crypto.subtle.exportKey("jwk", publicKey);
  const publicJwk = { kty: "OKP", crv: "Ed25519", x: x!, kid, alg: "EdDSA" };
  return { kid, alg: "EdDSA", privateKey, publicJwk };
}

/** Signs claims with a key. */
export async function signed(
  claims: Record<string, unknown>,
  { privateKey, kid, alg }: Key,
  header: Record<string, unknown> = {},
): Promise<string> {
  return await jwt(
    { alg, kid, ...header },
    claims,
    (bytes) => crypto.subtle.sign("Ed25519", privateKey, bytes),
  );
}

/** Signs claims with a secret that both sides would know. */
export async function signedBySecret(
  claims: Record<string, unknown>,
  secret: string,
  header: Record<string, unknown> = {},
): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return await jwt(
    { alg: "HS256", ...header },
    claims,
    (signing) => crypto.subtle.sign("HMAC", key, signing),
  );
}

async function jwt(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  const base64 = { alphabet: "base64url", omitPadding: true } as const;
  const part = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).toBase64(base64);
  const signing = `${part(header)}.${part(claims)}`;
  const signature = new Uint8Array(await sign(new TextEncoder().encode(signing)));
  return `${signing}.${signature.toBase64(base64)}`;
}

/** Starts one that signs ada of acme in. */
export async function hostileProvider(): Promise<HostileProvider> {
  const asked = new Map<string, number>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    return answer(provider, pathname);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const provider: HostileProvider = {
    url,
    issuer: `${url}/api/auth`,
    twist: {},
    keys: [await newKey("first")],
    asked,
    nonce: "",
    goodClaims() {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: provider.issuer,
        aud: CLIENT_ID,
        sub: "ada-id",
        nonce: provider.nonce,
        iat: now,
        exp: now + 300,
      };
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return provider;
}

async function answer(provider: HostileProvider, path: string): Promise<Response> {
  const { twist, keys } = provider;
  switch (path) {
    case "/api/auth/oauth2/introspect":
      return Response.json({ active: false });
    case "/api/auth/jwks":
      return twist.jwks?.() ?? Response.json({ keys: keys.map(({ publicJwk }) => publicJwk) });
    case "/api/auth/oauth2/token": {
      if (twist.token) return twist.token();
      const claims = { ...provider.goodClaims(), ...twist.claims };
      const id_token = await (twist.sign ?? ((all) => signed(all, keys.at(-1)!)))(claims, provider);
      return Response.json({
        access_token: "an-access-token",
        token_type: "Bearer",
        expires_in: 3600,
        id_token,
      });
    }
    case "/api/auth/oauth2/userinfo":
      return twist.userinfo?.() ?? Response.json({
        sub: "ada-id",
        preferred_username: "ada",
        collectives: ["acme"],
        collective_roles: { acme: "owner" },
      });
    case "/api/auth/device/code":
      return twist.device?.() ?? new Response(null, { status: 404 });
    default:
      return Response.json({ error: "not_found" }, { status: 404 });
  }
}
