import { SvcError } from "@svc/core/error";
import { ANYONE, POLICY, POLICY_ROWS, type PolicyRow } from "@svc/core/policy";
import type { Context, Hono } from "hono";
import { noteCaller } from "./count_requests.ts";
import { guard, looksAtCredentials } from "./guard.ts";
import { bareRequest, type Kept, sendKept } from "../kept/mod.ts";
import { tellCaller } from "../credential/tell_caller.ts";
import type { Services } from "../services.ts";
import { checked, queryObject, readJsonBody } from "@svc/http/input";
import type { Call, Endpoint } from "./endpoint.ts";
import type { Environment } from "@svc/http/edge";
import { routePattern } from "./route_path.ts";

/**
 * Mounts each endpoint at its policy row's method and path; other methods on these paths get 405.
 *
 * @throws Error when a row has no handler, a handler has no row, or two handlers share a row:
 *   the server does not start.
 */
export function mountEndpoints(
  app: Hono<Environment>,
  services: Services,
  endpoints: readonly Endpoint[],
): void {
  assertComplete(endpoints);
  const methods = new Map<string, string[]>();
  // Fixed segments before parameters, so that `/extensions/search` is never read as a name.
  for (const endpoint of [...endpoints].sort(byFixedSegments)) {
    const row: PolicyRow = POLICY[endpoint.key];
    const pattern = routePattern(row.path);
    methods.set(pattern, [...methods.get(pattern) ?? [], row.method]);
    app.on(row.method, pattern, (context) => answer(context, services, endpoint));
  }
  for (const [pattern, known] of methods) {
    const allow = known.includes("GET") ? [...known, "HEAD"] : known;
    app.all(pattern, (context) => {
      context.header("allow", allow.join(", "));
      const error = new SvcError(
        "method_not_allowed",
        `${context.req.method} is not supported here`,
        { hint: `Use ${allow.join(" or ")}.` },
      );
      return context.json(error.toJSON(), 405);
    });
  }
}

async function answer(
  context: Context<Environment>,
  services: Services,
  endpoint: Endpoint,
): Promise<Response> {
  const request = context.req.raw;
  const params = context.req.param() as Record<string, string>;
  const address = context.get("address");
  context.set("policyRow", endpoint.key);
  const admission = await guard(services, endpoint.key, request, params, address);
  tellCaller(context.env, admission.principal);
  await noteCaller(services, context, admission.principal);
  const asked: Asked = {
    params: endpoint.params ? checked(endpoint.params, params, "path") : params,
    query: endpoint.query
      ? checked(endpoint.query, queryObject(context.req.url, endpoint.query), "query")
      : undefined,
    body: endpoint.body ? checked(endpoint.body, await readJsonBody(request), "body") : undefined,
  };
  if (endpoint.kept !== undefined) {
    const response = await keptAnswer(services, endpoint, endpoint.kept, asked, {
      request,
      principal: admission.principal,
    });
    if (response !== undefined) return response;
  }
  const result = await endpoint.handle({
    services,
    ...admission,
    ...asked,
    request,
    address,
    header: (name, value) => context.header(name, value),
    eachTime: (act) => request.method === "HEAD" || act(),
  });
  if (result instanceof Response) return result;
  if (endpoint.status === 204) return context.body(null, 204);
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
  return context.json(result, endpoint.status ?? 200);
}

type Asked = Pick<Call, "params" | "query" | "body">;

/** The answer of a row that strangers may read, by its checked parameters; see {@link sendKept}. */
async function keptAnswer(
  services: Services,
  endpoint: Endpoint,
  kept: Kept,
  asked: Asked,
  { request, principal }: Pick<Call, "request" | "principal">,
): Promise<Response | undefined> {
  const { params, query } = asked;
  const { name } = params as { name?: string };
  const key = {
    text: `${endpoint.key} ${JSON.stringify([params, query])}`,
    free: kept.free === true,
  };
  const names = name === undefined ? [] : [name];
  return await sendKept(
    services,
    { kept, key, names, route: endpoint.key, request, principal },
    async () => {
      const sent: (() => void)[] = [];
      const headers: Record<string, string> = {};
      const result = await endpoint.handle({
        services,
        principal: { kind: "anonymous" },
        ...asked,
        request: bareRequest(services.config.baseUrl, request.url),
        address: "",
        header: (name, value) => headers[name] = value,
        eachTime: (act) => sent.push(act),
      });
      const response = result instanceof Response
        ? result
        : Response.json(result, { headers: { "content-type": JSON_TYPE, ...headers } });
      return { response, sent };
    },
  );
}

const JSON_TYPE = "application/json; charset=utf-8";

function assertComplete(endpoints: readonly Endpoint[]): void {
  const keys = endpoints.map((endpoint) => endpoint.key);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  const without = POLICY_ROWS.map(([key]) => key)
    .filter((key) => !keys.includes(key));
  const unknown = keys.filter((key) => !Object.hasOwn(POLICY, key));
  const notForStrangers = endpoints.filter(({ key, kept }) => kept && !isForStrangers(key, kept))
    .map(({ key }) => key);
  const problems = [
    ...notForStrangers.map((key) => `the answers of ${key} are not for everybody`),
    ...twice.map((key) => `two handlers for ${key}`),
    ...without.map((key) => `no handler for ${key}`),
    ...unknown.map((key) => `no policy row for ${key}`),
  ];
  if (problems.length > 0) {
    throw new Error(`policy table and handlers disagree: ${problems.join("; ")}`);
  }
}

/** True when the row is one that a kept answer may come from. */
function isForStrangers(key: Endpoint["key"], { toAll }: Kept): boolean {
  const { method, credentials }: PolicyRow = POLICY[key];
  const readers: readonly string[] = toAll && looksAtCredentials(POLICY[key])
    ? ANYONE
    : ["anonymous"];
  return method === "GET" && readers.every((kind) => credentials.some((one) => one === kind));
}

function byFixedSegments(a: Endpoint, b: Endpoint): number {
  const parameters = ({ key }: Endpoint) => POLICY[key].path.split("{").length;
  return parameters(a) - parameters(b);
}
