import { methodNotAllowed } from "@svc/http/edge";
import { type Buckets, buckets, networkOf, type Rate } from "@svc/http/rate";
import { METADATA_PATH, resourceMetadata } from "./bearer/mod.ts";
import { finishLogin, type Sealing, sealing, signOut, startLogin } from "./browser/mod.ts";
import { beginDevice, redeemDevice } from "./device/redeem.ts";
import type { SignIn } from "./login/mod.ts";

/** Answers what belongs to signing in; undefined for every other path. */
export type AuthAnswer = (request: Request, address: string) => Promise<Response | undefined>;

interface Route {
  method: "GET" | "POST";
  /** How often one network may ask. */
  rate: Rate;
  answer(request: Request): Promise<Response> | Response;
}

/** Beginning a login costs the registry work; a poll comes every five seconds from each who waits. */
const RATES = {
  info: { burst: 60, perMinute: 120 },
  // Two each time somebody signs in; a whole office may share an address.
  browse: { burst: 60, perMinute: 60 },
  begin: { burst: 20, perMinute: 20 },
  poll: { burst: 60, perMinute: 120 },
} as const;

/**
 * The paths of signing in: `/auth/*` and the description of the protected resource.
 *
 * @throws SvcError `rate_limited`, `forbidden`, `malformed_body` from the answers
 */
export function authAnswer(signIn: SignIn): AuthAnswer {
  const routes = routesOf(signIn, sealing());
  const clock = () => signIn.now().getTime();
  const taken = new Map<Rate, Buckets>(
    Object.values(RATES).map((rate) => [rate, buckets(rate, clock)]),
  );
  return async (request, address) => {
    const route = routes.get(new URL(request.url).pathname);
    if (route === undefined) return undefined;
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (method !== route.method) return methodNotAllowed(request.method, [route.method]);
    taken.get(route.rate)!.take(networkOf(address));
    return await route.answer(request);
  };
}

function routesOf(signIn: SignIn, sealed: Sealing): ReadonlyMap<string, Route> {
  const { info, browse, begin, poll } = RATES;
  const metadata = () => json(resourceMetadata(signIn));
  const authInfo = () => json({ mode: "oauth", verificationBaseUri: signIn.provider.url });
  const get = (rate: Rate, answer: Route["answer"]): Route => ({ method: "GET", rate, answer });
  const post = (rate: Rate, answer: Route["answer"]): Route => ({ method: "POST", rate, answer });
  return new Map([
    ["/auth/info", get(info, authInfo)],
    ["/auth/login", get(browse, (request) => startLogin(signIn, sealed, request))],
    ["/auth/callback", get(browse, (request) => finishLogin(signIn, sealed, request))],
    ["/auth/logout", post(info, (request) => signOut(signIn, request))],
    ["/auth/device", post(begin, () => beginDevice(signIn))],
    ["/auth/device/token", post(poll, (request) => redeemDevice(signIn, request))],
    [METADATA_PATH, get(info, metadata)],
    // Where clients look first for a resource at `/mcp` (RFC 9728 §3.1).
    [`${METADATA_PATH}/mcp`, get(info, metadata)],
  ]);
}

function json(body: unknown): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
