import type { RequestHead } from "@svc/http/listener";
import { isSvcError, SvcError } from "@svc/core/error";
import { buckets, networkOf, refusalOf } from "@svc/http/rate";
import { lazily } from "@svc/core/module";
import type { Caller, CredentialKind } from "../../caller/caller.ts";
import { rightsOf } from "../admission/rule.ts";
import { personCaller, personOf, type SignIn } from "../login/mod.ts";

/** The form of a JWT, which no token of ours has: three parts, the first beginning with `{"`. */
const JWT = /^Bearer +(eyJ[\w-]+\.[\w-]+\.[\w-]+) *$/i;

/** The longest access token that is looked at. */
const LONGEST = 8192;

/** Refused tokens of one network. A good one neither counts nor is held up by them. */
const TRIES = { burst: 50, perMinute: 50 };

/** How often open streams are compared with the clock, in milliseconds. */
const LOOK_MS = 1000;

type Parts = Pick<SignIn, "provider" | "rules" | "log" | "now" | "publicUrl">;

/** Access tokens that the registry gave an application for this server (RFC 9068, RFC 8707). */
export function accessCredentials(
  { provider, rules, log, now, publicUrl }: Parts,
): CredentialKind {
  const tries = buckets(TRIES, () => now().getTime());
  const watched = new Map<() => void, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function resolve(request: Request, address: string): Promise<Caller> {
    const token = tokenOf(request)!;
    return await callerOf(request, token).catch((error) => {
      const limited = refusalOf(() => tries.take(networkOf(address)));
      if (limited !== undefined) throw limited;
      log.warn("credential.refused", { why: reason(error), kind: "access", address });
      throw isSvcError(error) ? error : notGood();
    });
  }

  async function callerOf(request: Request, token: string): Promise<Caller> {
    if (token.length > LONGEST) throw new Error("it is too long");
    const { checkAccessToken, SERVE_SCOPE } = await lazily<typeof import("./claims.ts")>(
      import.meta,
      "./claims.ts",
    );
    // Clients write an origin with a slash at the end or without.
    const claims = await checkAccessToken(provider, request, token, [publicUrl, `${publicUrl}/`]);
    if (!String(claims.scope ?? "").split(" ").includes(SERVE_SCOPE)) {
      throw new SvcError("forbidden", `The access token lacks the scope '${SERVE_SCOPE}'`, {
        hint: "Request it together with the token.",
      });
    }
    const person = personOf(claims);
    const rights = person && rightsOf(rules, person);
    if (person === undefined || rights === undefined) {
      throw new SvcError("forbidden", "You do not have access to this server", {
        hint: "Ask its operator to allow you or one of your collectives.",
      });
    }
    return {
      ...personCaller(person, rights),
      credentialId: `access:${claims.jti}`,
      expiresAt: new Date(claims.exp * 1000),
    };
  }

  function look(): void {
    const time = now().getTime();
    for (const [end, until] of [...watched]) if (until <= time) end();
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    kind: "access",
    recognises: (request) => tokenOf(request) !== undefined,
    resolve,
    watch({ expiresAt }, ended) {
      const end = () => {
        if (watched.delete(end)) ended("The access token has expired");
      };
      watched.set(end, expiresAt?.getTime() ?? 0);
      timer ??= setInterval(look, LOOK_MS);
      return { [Symbol.dispose]: () => void watched.delete(end) };
    },
  };
}

function tokenOf({ headers }: Pick<RequestHead, "headers">): string | undefined {
  return JWT.exec(headers.get("authorization") ?? "")?.[1];
}

function notGood(): SvcError {
  return new SvcError("not_authenticated", "The access token is not valid here", {
    hint: "Get a new one from the registry, with this server's address as 'resource'.",
  });
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : "unknown";
}
