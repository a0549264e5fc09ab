import type { ErrorCode } from "@svc/core/error";
import { codesOfInput } from "@svc/http/openapi";
import type { OperationRow } from "../api/table.ts";
import type { Endpoint } from "../http/endpoint.ts";

/** Codes that follow from what a row needs. */
const BY_NEED: Readonly<Record<OperationRow["needs"], readonly ErrorCode[]>> = {
  open: [],
  caller: [],
  read: ["not_found"],
  run: ["not_found"],
  readRun: ["not_found"],
  cancelRun: ["not_found"],
  runSchedule: ["not_found"],
  readWebhook: ["not_found"],
};

/** Codes that the commands of a chapter refuse with. */
const BY_TAG: Readonly<Record<OperationRow["tag"], readonly ErrorCode[]>> = {
  behaviors: ["definition_not_found", "run_not_found", "data_not_found"],
  types: ["unknown_type"],
  data: ["definition_not_found", "data_not_found", "invalid_argument"],
  reports: ["definition_not_found", "report_not_found"],
  runs: [],
  service: [],
};

/** What a run may be refused with before it begins. */
export const STARTING: readonly ErrorCode[] = [
  ...["definition_not_found", "unknown_method", "unknown_argument", "invalid_argument"] as const,
  ...["consent_required", "conflict", "lock_timeout", "unavailable"] as const,
];

/** Every code an operation may refuse with: its own, and those that follow from its row and shapes. */
export function codesOf(endpoint: Endpoint, { needs, tag }: OperationRow): ErrorCode[] {
  const codes = new Set<ErrorCode>(["forbidden", "malformed_request"]);
  if (needs !== "open") {
    for (const code of CREDENTIAL) codes.add(code);
  }
  for (const code of BY_NEED[needs]) codes.add(code);
  for (const code of codesOfInput(endpoint)) codes.add(code);
  for (const code of BY_TAG[tag]) codes.add(code);
  if (needs === "run") { for (const code of STARTING) codes.add(code); }
  for (const code of endpoint.errors ?? []) codes.add(code);
  return [...codes];
}

const CREDENTIAL: readonly ErrorCode[] = ["not_authenticated", "token_expired", "rate_limited"];
