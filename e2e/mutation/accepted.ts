/** A change that no test notices, and why that is right. */
export interface Accepted {
  /** From the root of the repository. */
  file: string;
  /** The line as it stands, and as it stands after the change, both without the space around them. */
  from: string;
  to: string;
  why: string;
}

/** Changes that are tried and survive with good reason. A test holds each to a line that exists. */
export const ACCEPTED: readonly Accepted[] = [
  ...changes(
    "packages/core/calver/calver.ts",
    "the date is set right after, and the time of day is not looked at",
    "const date = new Date(0);",
    ["const date = new Date(1);", "const date = new Date((-1));"],
  ),
  ...changes(
    "packages/core/calver/compare.ts",
    "versions that compare equal are the same text",
    "if (newest === undefined || compareCalVer(version, newest) > 0) newest = version;",
    [
      "if (newest === undefined || compareCalVer(version, newest) >= 0) newest = version;",
      "if (newest === undefined || compareCalVer(version, newest) > (-1)) newest = version;",
    ],
  ),
  ...changes(
    "packages/scorecard/audit/npm.ts",
    "a bound on memory, not a rule: nobody is served differently by a byte",
    "maxBytes: 64_000_000,",
    ["maxBytes: 64000001,", "maxBytes: 63999999,"],
  ),
  ...changes(
    "packages/scorecard/audit/osv.ts",
    "a bound on memory, not a rule: nobody is served differently by a byte",
    "maxBytes: 8_000_000,",
    ["maxBytes: 8000001,", "maxBytes: 7999999,"],
  ),
  ...changes(
    "packages/scorecard/audit/options.ts",
    "a bound on waiting: a test of the millisecond would depend on the machine",
    "export const REQUEST_MS = 15_000;",
    ["export const REQUEST_MS = 15001;", "export const REQUEST_MS = 14999;"],
  ),
  ...changes(
    "packages/scorecard/verification/verify.ts",
    "a bound on waiting: a test of the millisecond would depend on the machine",
    "{ fetch, apiUrls = {}, now, signal, timeLimitMs = 10_000 }: VerifyOptions,",
    [
      "{ fetch, apiUrls = {}, now, signal, timeLimitMs = 9999 }: VerifyOptions,",
      "{ fetch, apiUrls = {}, now, signal, timeLimitMs = 10001 }: VerifyOptions,",
    ],
  ),
  ...changes(
    "packages/scorecard/audit/osv.ts",
    "a complete vector has a finite score; the check is for a library that breaks its word",
    "return Number.isFinite(overall) ? overall : undefined;",
    ["return true ? overall : undefined;"],
  ),
  ...changes(
    "packages/scorecard/facts/slow_types.ts",
    "no number and a number below one are both no announcement",
    "const announced = Number(SUMMARY.exec(text)?.[1] ?? 0);",
    ["const announced = Number(SUMMARY.exec(text)?.[1] ?? (-1));"],
  ),
  ...changes(
    "packages/registry/access/credential/credential.ts",
    "a name is never empty, so a part that begins with '=' is not a cookie of ours anyway",
    "if (at > 0 && part.slice(0, at).trim() === name) {",
    [
      "if (at >= 0 && part.slice(0, at).trim() === name) {",
      "if (at > (-1) && part.slice(0, at).trim() === name) {",
    ],
  ),
  ...changes(
    "packages/registry/access/credential/credential_cache.ts",
    "frees memory a little sooner: an entry that is over is never answered",
    "entries.delete(hash);",
    ["{}"],
  ),
  ...changes(
    "packages/registry/access/credential/credential_cache.ts",
    "a bound on memory, not a rule",
    "const CAPACITY = 10_000;",
    ["const CAPACITY = 9999;"],
  ),
  ...changes(
    "packages/registry/access/credential/resolve.ts",
    "what has no shape of a credential would be looked for, and not be found",
    ": isExchangeToken(key)",
    [": true"],
  ),
  ...changes(
    "packages/runtime/base/schema/check.ts",
    "loads sooner what will be needed; no answer differs",
    "if (schemas.some(mayTakeLong)) slow.prepare();",
    ["if (true) slow.prepare();", "if (false) slow.prepare();"],
  ),
  ...changes(
    "packages/runtime/base/schema/check.ts",
    "a bound on memory, not a rule",
    "const HEAP_MB = 512;",
    ["const HEAP_MB = 513;", "const HEAP_MB = 511;"],
  ),
];

function changes(file: string, why: string, from: string, to: readonly string[]): Accepted[] {
  return to.map((one) => ({ file, from, to: one, why }));
}
