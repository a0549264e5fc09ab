import { POLICY, POLICY_ROWS, type PolicyRow, type PolicyTag } from "@svc/core/policy";
import type { Components, OpenApiDocument } from "@svc/http/openapi";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { ERROR_SCHEMAS } from "./errors.ts";
import { operationOf } from "./operation.ts";

/** What each chapter is about. */
const TAGS: Readonly<Record<PolicyTag, string>> = {
  collectives: "Collectives, their members and invitations",
  tokens: "Collective tokens",
  identity: "Who the caller is, and personal keys",
  extensions: "Publishing, reading and the life of extensions",
  lab: "Issues",
  profiles: "How people and collectives present themselves",
  feed: "Posts",
  notifications: "What happened",
  billing: "Plans and subscriptions",
  oauth: "OAuth applications and consents",
  serve: "Serve instances",
  service: "The service itself",
};

/**
 * Describes the interface (spec §4.4): every endpoint the router mounts, from the same list and the
 * same policy rows, so that it cannot tell of another interface than the one that runs.
 */
export function describe(endpoints: readonly Endpoint[], baseUrl: string): OpenApiDocument {
  const components: Components = { schemas: { ...ERROR_SCHEMAS } };
  const byKey = new Map(endpoints.map((endpoint) => [endpoint.key, endpoint]));
  const paths: OpenApiDocument["paths"] = {};
  const tags = Object.keys(TAGS) as PolicyTag[];
  for (const tag of tags) {
    for (const [key] of POLICY_ROWS) {
      const row: PolicyRow = POLICY[key];
      const endpoint = byKey.get(key);
      if (row.tag !== tag || endpoint === undefined) continue;
      paths[row.path] = {
        ...paths[row.path],
        [row.method.toLowerCase()]: operationOf(endpoint, row, components),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "svc registry",
      version: "1",
      description: "The HTTP interface of the svc registry. Every operation names the scope a " +
        "collective token must hold (`x-svc-scope`), the role a person must have " +
        "(`x-svc-role`) and the credentials it takes (`x-svc-credential`).",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: { ...components, securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A personal key (`svc_…`) or a collective token (`svc_org_…`)",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same keys; `Authorization` wins when both are sent",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "svc.session_token",
    description: "The session of a signed-in browser",
  },
};
