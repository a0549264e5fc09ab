import { type CredentialKind, POLICY_ROWS, type PolicyTag } from "@svc/core/policy";
import { describeInterface, type OpenApiDocument } from "@svc/http/openapi";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { ERROR_SCHEMAS, refusalsOf } from "./errors.ts";

/** What each chapter is about. */
const TAGS: Readonly<Record<PolicyTag, string>> = {
  collectives: "Collectives, their members and invitations",
  tokens: "Collective tokens",
  identity: "Who the caller is, and personal keys",
  security: "Second factors and proofs",
  extensions: "Publishing, reading and the life of extensions",
  publishing: "Publishing from CI with identity tokens, and whose are trusted",
  lab: "Issues",
  log: "The public log of what is published, and by whom it is owned",
  profiles: "Profiles of people and collectives",
  feed: "Posts",
  notifications: "Events",
  billing: "Plans and subscriptions",
  oauth: "OAuth applications and consents",
  serve: "Serve instances",
  operator: "What the operators of the registry decide",
  service: "The service itself",
};

/** Describes the interface (spec §4.4), chapter by chapter. */
export function describe(endpoints: readonly Endpoint[], baseUrl: string): OpenApiDocument {
  return describeInterface({
    title: "svc registry",
    version: "1",
    description: "The HTTP API of the svc registry. Every operation names the scope a " +
      "collective token must have (`x-svc-scope`), the role a person must have (`x-svc-role`), " +
      "the credentials it accepts (`x-svc-credential`), and whether the session must have been " +
      "proved within the last ten minutes (`x-svc-proof`).",
    url: baseUrl,
    tags: TAGS,
    rows: Object.keys(TAGS).flatMap((tag) => POLICY_ROWS.filter(([, row]) => row.tag === tag)),
    endpoints,
    schemas: ERROR_SCHEMAS,
    securitySchemes: SECURITY_SCHEMES,
    asks: ({ scope, role, credentials, proof }) => ({
      "x-svc-scope": scope ?? null,
      "x-svc-role": role,
      "x-svc-credential": credentials,
      ...(proof === undefined ? {} : { "x-svc-proof": proof }),
      security: distinct(credentials.flatMap((kind) => SECURITY[kind])),
    }),
    refusals: refusalsOf,
  });
}

/** How each kind of credential is presented. */
const SECURITY: Readonly<Record<CredentialKind, readonly Record<string, never[]>[]>> = {
  anonymous: [{}],
  session: [{ session: [] }],
  sessionToken: [{ bearer: [] }],
  exchange: [{ bearer: [] }],
  personalKey: [{ bearer: [] }, { apiKey: [] }],
  collectiveToken: [{ bearer: [] }, { apiKey: [] }],
  publishToken: [{ bearer: [] }],
};

const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A personal key (`svc_…`), a collective token (`svc_org_…`), or the key of a CI job (`svc_ci_…`)",
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

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
