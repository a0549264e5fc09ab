import assert from "node:assert/strict";
import { ERROR_CODES, type ErrorCode } from "./codes.ts";
import { isSvcError, SvcError } from "./error.ts";
import { messageOf } from "./message_of.ts";
import { systemRefusal } from "./system_refusal.ts";

Deno.test("a code is snake_case and its status an HTTP failure", () => {
  for (const [code, status] of Object.entries(ERROR_CODES)) {
    assert.match(code, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(status >= 400 && status <= 599, code);
  }
});

/** Spec §7 and design §4, transcribed by hand: a code's status never changes. */
const STATUSES: Record<number, ErrorCode[]> = {
  400: [
    "malformed_request",
    "malformed_body",
    "validation_failed",
    "rule_refused",
    "name_reserved",
    "invalid_name",
    "personal_collective",
    "last_owner",
    "token_limit",
    "application_limit",
    "manifest_invalid",
    "manifest_version_unsupported",
    "archive_invalid",
    "archive_unsafe",
    "usage",
    "cancelled",
    "interrupted",
    "login_disabled",
    "not_a_repository",
    "unknown_argument",
    "invalid_argument",
    "undeclared_output",
    "output_invalid",
    "source_refused",
    "bundle_failed",
    "type_errors",
    "describe_failed",
    "quality_blocked",
    "vault_required",
    "vault_key_missing",
    "datastore_required",
  ],
  401: [
    "not_authenticated",
    "invalid_credentials",
    "invalid_api_key",
    "token_expired",
    "session_expired",
    "second_factor_required",
    "second_factor_wrong",
    "proof_required",
  ],
  403: [
    "missing_scope",
    "quarantined",
    "collective_suspended",
    "wrong_collective",
    "account_on_hold",
    "second_factor_missing",
    "role_too_low",
    "session_required",
    "forbidden",
    "issue_locked",
    "permission_denied",
    "permissions_not_granted",
  ],
  404: [
    "not_found",
    "unknown_type",
    "unknown_method",
    "definition_not_found",
    "data_not_found",
    "vault_not_found",
    "secret_not_found",
  ],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  409: [
    "name_taken",
    "name_too_close",
    "name_held",
    "extension_moved",
    "already_member",
    "upload_missing",
    "checksum_mismatch",
    "version_exists",
    "version_staged",
    "staging_required",
    "not_yanked",
    "already_deprecated",
    "not_deprecated",
    "channel_order",
    "conflict",
    "already_exists",
  ],
  410: ["invitation_gone", "upload_expired", "extension_yanked", "already_yanked", "taken_down"],
  413: ["body_too_large", "archive_too_large"],
  415: ["unsupported_media_type"],
  422: ["unknown_oauth_client"],
  429: ["rate_limited"],
  431: ["headers_too_large"],
  451: ["legally_blocked"],
  500: ["internal", "run_failed", "memory_limit", "disk_limit", "vault_damaged"],
  502: ["vault_failed", "datastore_failed"],
  503: ["unavailable", "server_unreachable", "lock_timeout"],
  504: ["timeout"],
  507: ["storage_full", "disk_full"],
};
for (const [status, codes] of Object.entries(STATUSES)) {
  Deno.test(`what answers ${status} is as spec §7 and design §4 say, and keeps its meaning`, () => {
    for (const code of codes) {
      assert.equal(new SvcError(code, "x").status, Number(status), code);
    }
  });
}

Deno.test("the body carries what was said and never the cause or a stack", () => {
  const error = new SvcError("not_found", "No such extension", {
    hint: "Search for it",
    cause: new Error("SELECT secret"),
    details: [{ path: "name", message: "unknown" }],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(error)), {
    error: "No such extension",
    code: "not_found",
    hint: "Search for it",
    details: [{ path: "name", message: "unknown" }],
  });
  assert.ok(isSvcError(error) && !isSvcError(new Error("x")));
});

Deno.test("a cause is kept for whoever looks for it, and there is none when none was given", () => {
  const cause = new Error("why");
  assert.equal(new SvcError("internal", "x", { cause }).cause, cause);
  assert.ok(!("cause" in new SvcError("internal", "x")));
  assert.equal(String(new SvcError("internal", "x")), "SvcError: x");
});

Deno.test("a file that the system closes has a hint about the configuration folder only in that", () => {
  const hint = (path: string) =>
    systemRefusal(Object.assign(new Error(`open '${path}'`), { code: "EACCES" }))!.hint!;
  assert.match(hint("/home/ada/.config/svc/auth.json"), /XDG_CONFIG_HOME/);
  assert.doesNotMatch(hint("/srv/repo/.svc/data/x"), /XDG_CONFIG_HOME/);
});

Deno.test("absent parts are absent from the body, not null", () => {
  assert.deepEqual(Object.keys(new SvcError("internal", "x").toJSON()), ["error", "code"]);
});

Deno.test("a status may be given for the rare code that has two", () => {
  assert.equal(new SvcError("not_found", "x", { status: 410 }).status, 410);
});

Deno.test("whatever is thrown has a text", () => {
  const thrown = [
    new SvcError("not_found", "No such thing"),
    new TypeError("odd"),
    "text",
    7,
    null,
  ];
  assert.deepEqual(thrown.map(messageOf), ["No such thing", "odd", "text", "7", "null"]);
});
