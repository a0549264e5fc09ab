import {
  describeInterface,
  ERROR_SCHEMA,
  errorResponses,
  type OpenApiDocument,
} from "@svc/http/openapi";
import { type OperationRow, OPERATIONS } from "../api/table.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { codesOf } from "./codes.ts";
import { TAGS } from "./tags.ts";

const ROWS: readonly [string, OperationRow][] = Object.entries(OPERATIONS);

/** Describes the interface. */
export function describe(
  endpoints: readonly Endpoint[],
  publicUrl: string,
  version: string,
): OpenApiDocument {
  return describeInterface({
    title: "svc serve",
    version,
    description:
      "Behaviors of a repository over HTTP. `x-svc-needs` says what an operation requires: " +
      "`open` nothing, `caller` a credential, `read` and `readRun` the right to see the " +
      "behavior, `run`, `cancelRun` and `runSchedule` the right to run the method.",
    url: publicUrl,
    tags: TAGS,
    rows: ROWS,
    endpoints,
    schemas: { Error: ERROR_SCHEMA },
    securitySchemes: { bearer: BEARER },
    asks: ({ needs }) => ({
      "x-svc-needs": needs,
      security: needs === "open" ? [{}] : [{ bearer: [] }],
    }),
    refusals: (endpoint, row) => errorResponses(codesOf(endpoint, row), { statuses: STATUSES }),
  });
}

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "A token of 'svc serve token create' or of a login: `<name>.<secret>`",
};

/** A behavior that is in use is a conflict here; the client's own status of it is nominal. */
const STATUSES = { lock_timeout: 409 };
