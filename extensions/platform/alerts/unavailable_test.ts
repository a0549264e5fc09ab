import assert from "node:assert/strict";
import type { Scanner } from "./scanner.ts";
import { SCANNERS } from "./scanner.ts";
import { unavailableReason } from "./unavailable.ts";

const refused = (status: number, message?: unknown) => ({
  status,
  response: { data: { message } },
});

const WORDINGS: [Scanner | "each", number, string, string | undefined][] = [
  ["code-scanning", 404, "no analysis found", "no-analysis"],
  ["dependabot", 404, "no analysis found", undefined],
  [
    "code-scanning",
    403,
    "Advanced Security must be enabled for this repository to use code scanning.",
    "disabled",
  ],
  [
    "code-scanning",
    403,
    "Code Security must be enabled for this repository to use code scanning.",
    "disabled",
  ],
  [
    "code-scanning",
    403,
    "Code scanning is not enabled for this repository. Please enable code scanning in the repository settings.",
    "disabled",
  ],
  ["code-scanning", 403, "You are not authorized to read code scanning alerts.", undefined],
  ["dependabot", 403, "Dependabot alerts are disabled for this repository.", "disabled"],
  [
    "dependabot",
    403,
    "Dependabot alerts are not available for archived repositories.",
    "archived",
  ],
  ["dependabot", 403, "You are not authorized to perform this operation.", undefined],
  ["secret-scanning", 404, "Secret scanning is disabled on this repository.", "disabled"],
  ["secret-scanning", 404, "Not Found", undefined],
  ["each", 403, "Resource not accessible by personal access token", undefined],
  ["each", 403, "API rate limit exceeded for user ID 1.", undefined],
  ["each", 403, "Repository access blocked", "legal"],
  ["each", 451, "Repository access blocked", "legal"],
  ["each", 503, "Secret scanning is disabled on this repository.", undefined],
  ["each", 401, "Dependabot alerts are disabled for this repository.", undefined],
];

for (const [scanner, status, message, reason] of WORDINGS) {
  Deno.test(`${scanner}: ${status} "${message}" means ${reason ?? "an error"}`, () => {
    for (const one of scanner === "each" ? SCANNERS : [scanner]) {
      assert.equal(unavailableReason(one, refused(status, message)), reason);
    }
  });
}

Deno.test("an answer without a message says nothing", () => {
  for (const message of [undefined, null, 7, { toString: () => "no analysis found" }]) {
    assert.equal(unavailableReason("code-scanning", refused(404, message)), undefined);
  }
  assert.equal(unavailableReason("dependabot", { status: 403, response: {} }), undefined);
  assert.equal(
    unavailableReason("dependabot", { status: 403, response: { data: "x" } }),
    undefined,
  );
});
