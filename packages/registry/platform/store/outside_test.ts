import { equal, match, ok } from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { errorResponse } from "@svc/http/edge";
import { createLog } from "@svc/http/log";
import { refusalOf } from "./blobs/s3/refusal.ts";
import { postgresFailure } from "./postgres/failure.ts";

/** What no caller can do anything about, and should not have to know. */
const OPERATORS =
  /SVC_|Postgres|pg_|pgbouncer|bucket|minio|createdb|alter database|DNS|sslmode|NTP/i;

/** The answer to a refusal, and the lines of the log. */
async function answered(error: SvcError) {
  const lines: string[] = [];
  const log = createLog("json", () => new Date(), (line) => void lines.push(line));
  const response = errorResponse(error, { log, requestId: "r1", method: "GET", path: "/x" });
  return { status: response.status, text: await response.text(), log: lines.join("\n") };
}

async function isForCallers(error: SvcError): Promise<void> {
  const { status, text, log } = await answered(error);
  equal(status, error.status);
  equal(JSON.parse(text).code, error.code);
  equal(OPERATORS.test(text), false, text);
  match(JSON.parse(text).hint, /[Tt]ry again/);
  ok(log.includes(error.message) && log.includes(JSON.stringify(error.hint).slice(1, -1)), log);
}

const CODES = [
  ...["28P01", "3D000", "42501", "ENOTFOUND", "53300", "57014", "25006"],
  ...["ECONNREFUSED", "ECONNRESET", "53100", "CERT_HAS_EXPIRED"],
];

for (const code of CODES) {
  Deno.test(`what Postgres means by ${code} is told to the operator, and callers to try again`, async () => {
    await isForCallers(postgresFailure(Object.assign(new Error("secret"), { code }))!);
  });
}

Deno.test("a conflict of two changes is no matter of the operator's", async () => {
  const error = postgresFailure(Object.assign(new Error("x"), { code: "40001" }))!;
  const { text, log } = await answered(error);
  equal(JSON.parse(text).error, error.message);
  equal(log, "");
});

const REFUSED = [
  "NoSuchBucket",
  "InvalidAccessKeyId",
  "AccessDenied",
  "RequestTimeTooSkewed",
  "QuotaExceeded",
  "",
];

for (const said of REFUSED) {
  Deno.test(`what a bucket means by '${said}' is told to the operator, and callers to try again`, async () => {
    const answer = { status: 400, headers: new Headers() } as Parameters<typeof refusalOf>[1];
    const target = { shown: "the bucket minio.example/svc" } as Parameters<typeof refusalOf>[0];
    const error = await refusalOf(target, answer, "writing an archive", said);
    ok(isSvcError(error));
    await isForCallers(error);
  });
}
