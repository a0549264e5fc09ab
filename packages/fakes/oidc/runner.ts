import { type Service, startService } from "../service/mod.ts";
import type { Issuer } from "./issuer.ts";

/** A stand-in for the service that gives jobs of GitHub Actions their identity tokens. */
export interface Runner extends Service {
  /** Variables of a job with `permissions: id-token: write`. */
  env: Record<string, string>;
  /** Every token that it gave. */
  given: string[];
  /** Set to keep jobs waiting for their answer until it resolves. */
  until: Promise<void> | undefined;
}

/**
 * Starts one that answers as GitHub documents it: `GET $ACTIONS_ID_TOKEN_REQUEST_URL&audience=…` with
 * `$ACTIONS_ID_TOKEN_REQUEST_TOKEN` as bearer gives an object with the token as `value`; with keys beside
 * it that nobody lists, and `value` in no place of its own. Its faults leave those of the issuer alone.
 */
export function startRunner(issuer: Issuer): Runner {
  const bearer = `runner-${crypto.randomUUID()}`;
  const given: string[] = [];
  const service = startService(async ({ method, path }, headers) => {
    const { pathname, searchParams } = new URL(path, "http://runner");
    if (method !== "GET" || pathname !== "/idtoken") return new Response(null, { status: 404 });
    if (headers.get("authorization") !== `Bearer ${bearer}`) {
      return Response.json({ message: "Unauthorized" }, { status: 401 });
    }
    if (searchParams.get("api-version") !== "2.0") return new Response(null, { status: 400 });
    await runner.until;
    const value = await issuer.token(searchParams.get("audience"));
    given.push(value);
    return Response.json({ not_listed_yet: { value: ["x"] }, count: value.length, value, z: null });
  });
  const runner: Runner = Object.assign(service, {
    given,
    until: undefined,
    env: {
      CI: "true",
      GITHUB_ACTIONS: "true",
      ACTIONS_ID_TOKEN_REQUEST_URL: `${service.url}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer,
    },
  });
  return runner;
}
