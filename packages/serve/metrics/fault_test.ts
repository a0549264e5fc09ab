import { deepEqual, equal } from "node:assert/strict";
import type { ErrorCode } from "@svc/core/error";
import { faultOf } from "./fault.ts";

const failed = (code: ErrorCode) => faultOf({ status: "failed", error: { error: "x", code } });

Deno.test("a failure is the method's, that of what was asked, an outside service's, or svc's own", () => {
  const faults: Partial<Record<ErrorCode, string>> = {
    run_failed: "method",
    timeout: "method",
    memory_limit: "method",
    invalid_argument: "request",
    consent_required: "request",
    lock_timeout: "request",
    vault_failed: "outside",
    datastore_failed: "outside",
    internal: "server",
    disk_full: "server",
    vault_damaged: "server",
  };
  const found = Object.keys(faults).map((code) => [code, failed(code as ErrorCode)]);
  deepEqual(Object.fromEntries(found), faults);
});

Deno.test("a code that no run is known to end with is svc's own fault, and so is no code", () => {
  equal(failed("channel_order"), "server");
  equal(faultOf({ status: "failed" }), "server");
});

Deno.test("nobody is at fault for a success or for what somebody cancelled; a server that ended is", () => {
  const ended = (status: "succeeded" | "cancelled" | "interrupted", code: ErrorCode) =>
    faultOf({ status, error: { error: "x", code } });
  equal(faultOf({ status: "succeeded" }), "none");
  equal(ended("cancelled", "cancelled"), "none");
  equal(ended("interrupted", "interrupted"), "server");
});
