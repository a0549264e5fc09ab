import { ANYONE, POLICY, type PolicyRow } from "@svc/core/policy";
import type { Environment } from "@svc/http/edge";
import { mountEndpoints as mount } from "@svc/http/endpoint";
import type { Hono } from "hono";
import { noteCaller } from "./count_requests.ts";
import { guard, looksAtCredentials } from "./guard.ts";
import { bareRequest, type CachePolicy, sendCached } from "../response_cache/mod.ts";
import type { Principal } from "../credential/principal.ts";
import { tellCaller } from "../credential/tell_caller.ts";
import type { Services } from "../services.ts";
import type { Admitted, Call, Endpoint } from "./endpoint.ts";
import { routePattern } from "./route_path.ts";

/**
 * Mounts each endpoint at its policy row's method and path.
 *
 * @throws Error when the table and the endpoints disagree, or when answers are to be kept that are not
 *   for everybody: the server does not start.
 */
export function mountEndpoints(
  app: Hono<Environment>,
  services: Services,
  endpoints: readonly Endpoint[],
): void {
  mount<Admitted, Endpoint>(app, {
    rows: POLICY,
    endpoints,
    pattern: routePattern,
    async guard(context, { key }, params) {
      const request = context.req.raw;
      context.set("policyRow", key);
      const admission = await guard(services, key, request, params, context.get("address"));
      tellCaller(context.env, admission.principal);
      await noteCaller(services, context, admission.principal);
      const header = (name: string, value: string) => context.header(name, value);
      const eachTime = (act: (caller: Principal) => void) =>
        void (request.method === "HEAD" || act(admission.principal));
      return { admitted: { services, ...admission, header, eachTime }, params };
    },
    prepared: (endpoint, call) =>
      endpoint.cache === undefined
        ? Promise.resolve(undefined)
        : cachedAnswer(endpoint, endpoint.cache, call),
  });
  const notForStrangers = endpoints.filter(({ key, cache }) =>
    cache && !isForStrangers(key, cache)
  );
  if (notForStrangers.length > 0) {
    const keys = notForStrangers.map(({ key }) => key);
    throw new Error(`cached, though not for everybody: the answers of ${keys.join(", ")}`);
  }
}

/** The answer of a row that strangers may read, by its checked parameters; see {@link sendCached}. */
async function cachedAnswer(
  endpoint: Endpoint,
  policy: CachePolicy,
  { services, principal, request, params, query, body }: Call,
): Promise<Response | undefined> {
  const { name } = params as { name?: string };
  const key = {
    text: `${endpoint.key} ${JSON.stringify([params, query])}`,
    free: policy.free === true,
  };
  // An earlier name of an extension is told nothing of its changes.
  const namesOf = async (name: string) => [
    name,
    ...(await services.db.selectFrom("extension_alias")
      .innerJoin("extension", "extension.id", "extension_alias.extension_id")
      .select("extension.name").where("extension_alias.name", "=", name).execute())
      .map((row) => row.name),
  ];
  return await sendCached(
    services,
    { policy, key, route: endpoint.key, request, principal },
    async () => {
      const sent: ((caller: Principal) => void)[] = [];
      const headers: Record<string, string> = {};
      const result = await endpoint.handle({
        services,
        principal: { kind: "anonymous" },
        params,
        query,
        body,
        bytes: new Uint8Array(),
        request: bareRequest(services.config.baseUrl, request.url),
        address: "",
        header: (name, value) => headers[name] = value,
        eachTime: (act) => sent.push(act),
      });
      const response = result instanceof Response
        ? result
        : Response.json(result, { headers: { "content-type": JSON_TYPE, ...headers } });
      return { response, sent, ...(name === undefined ? {} : { names: await namesOf(name) }) };
    },
  );
}

const JSON_TYPE = "application/json; charset=utf-8";

/** True when the row is one that a kept answer may come from. */
function isForStrangers(key: Endpoint["key"], { toAll }: CachePolicy): boolean {
  const { method, credentials }: PolicyRow = POLICY[key];
  const readers: readonly string[] = toAll && looksAtCredentials(POLICY[key])
    ? ANYONE
    : ["anonymous"];
  return method === "GET" && readers.every((kind) => credentials.some((one) => one === kind));
}
