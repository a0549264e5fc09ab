import type { ErrorCode } from "@svc/core/error";
import type { Ending } from "../runs/store.ts";

/**
 * Whose fault it was that a run did not succeed.
 * - `none`: it succeeded, or somebody cancelled it
 * - `request`: what was asked for cannot be run as it is: inputs, consents, what the operator set up
 * - `method`: the extension's code
 * - `outside`: a vault or datastore elsewhere
 * - `server`: svc itself, or the machine it runs on
 */
export const FAULTS = ["none", "request", "method", "outside", "server"] as const;

/** Whose fault it was that a run did not succeed. */
export type Fault = typeof FAULTS[number];

/** Codes of failed runs. What is in no list is nothing that a run is known to end with: svc's own. */
const CODES: Readonly<Record<Exclude<Fault, "none" | "server">, readonly ErrorCode[]>> = {
  request: [
    "archive_unsafe",
    "checksum_mismatch",
    "config_exposed",
    "conflict",
    "consent_mismatch",
    "consent_required",
    "data_not_found",
    "datastore_required",
    "definition_not_found",
    "invalid_argument",
    "lock_timeout",
    "malformed_body",
    "not_a_repository",
    "not_found",
    "permission_denied",
    "permissions_not_granted",
    "policy_invalid",
    "report_not_found",
    "secret_not_found",
    "source_refused",
    "unknown_argument",
    "unknown_method",
    "unknown_type",
    "usage",
    "validation_failed",
    "vault_key_missing",
    "vault_not_found",
    "vault_required",
  ],
  method: [
    "bundle_failed",
    "describe_failed",
    "disk_limit",
    "memory_limit",
    "output_invalid",
    "run_failed",
    "timeout",
    "type_errors",
    "undeclared_output",
  ],
  outside: ["datastore_failed", "server_unreachable", "vault_failed"],
};

const BY_CODE: ReadonlyMap<ErrorCode, Fault> = new Map(
  (Object.entries(CODES) as [Fault, readonly ErrorCode[]][])
    .flatMap(([fault, codes]) => codes.map((code) => [code, fault] as const)),
);

/** Whose fault the end of a run was. */
export function faultOf({ status, error }: Pick<Ending, "status" | "error">): Fault {
  if (status === "succeeded" || status === "cancelled") return "none";
  return (status === "failed" && error && BY_CODE.get(error.code)) || "server";
}
