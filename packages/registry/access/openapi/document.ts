import { type CredentialKind, POLICY_ROWS, type PolicyRow, type PolicyTag } from "@svc/core/policy";
import {
  codesOfInput,
  describeInterface,
  ERROR_SCHEMA,
  errorResponses,
  type JsonSchema,
  type OpenApiDocument,
} from "@svc/http/openapi";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { ErrorCode } from "@svc/core/error";
import { isRole } from "@svc/core/role";

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

/** The shapes of refusals (design §4): every one but the missing scope, which has the single field `error`. */
const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: ERROR_SCHEMA,
  MissingScope: {
    type: "object",
    properties: { error: { type: "string", pattern: "requires the .+ scope$" } },
    required: ["error"],
    additionalProperties: false,
    example: { error: "This token requires the collective:read scope" },
  },
};

/** Every code an endpoint may refuse with: its own, and those that follow from its row and shapes. */
function errorCodesOf(endpoint: Endpoint, row: PolicyRow): ErrorCode[] {
  const codes = new Set<ErrorCode>(["rate_limited"]);
  if (row.credentials.some((kind) => kind !== "anonymous")) {
    codes.add("invalid_api_key").add("token_expired");
  }
  if (row.role === "operator") codes.add("not_found").add("forbidden");
  else if (!row.credentials.includes("anonymous")) {
    codes.add("not_authenticated").add(
      row.credentials.includes("session") ? "session_required" : "forbidden",
    );
    if (row.credentials.includes("session")) codes.add("forbidden");
    if (row.scope) codes.add("missing_scope");
  }
  if (row.proof !== undefined) codes.add("proof_required");
  if (row.proof !== undefined && !row.onHold) codes.add("account_on_hold");
  if (row.path.includes("{slug}")) {
    codes.add("not_found");
    if (row.credentials.includes("collectiveToken")) codes.add("wrong_collective");
  }
  // What a collective gave away is not changed by the name that it had.
  if (/\{name\}/.test(row.path) && !row.credentials.includes("anonymous")) {
    codes.add("extension_moved");
  }
  if (isRole(row.role)) codes.add("role_too_low");
  if (isRole(row.role) && row.method !== "GET" && !row.givesUp) {
    codes.add("collective_suspended");
    codes.add("second_factor_missing");
  }
  for (const code of [...codesOfInput(endpoint), ...endpoint.errors ?? []]) codes.add(code);
  return [...codes];
}

/** The refusals of an endpoint by status. */
function refusalsOf(endpoint: Endpoint, row: PolicyRow): Record<string, JsonSchema> {
  return errorResponses(errorCodesOf(endpoint, row), { bodyOf });
}

function bodyOf(codes: readonly ErrorCode[], error: JsonSchema): JsonSchema {
  if (!codes.includes("missing_scope")) return error;
  return { anyOf: [error, { $ref: "#/components/schemas/MissingScope" }] };
}
