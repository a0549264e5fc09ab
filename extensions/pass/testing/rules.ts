import { equal, match, ok } from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { SecretFailure } from "../../platform/secrets/failure.ts";

/** A predicate for a refusal: its code, and what its text says. */
export const refusal = (code: string, text: RegExp) => (error: unknown) => {
  ok(error instanceof SecretFailure, String(error));
  equal(error.code, code, error.message);
  match(error.message, text);
  return true;
};

/** A test of the real programs. */
export const test = (name: string, body: (test: Deno.TestContext) => Promise<void>) =>
  testNeeding(["pass", "gpg", "git"], `pass: ${name}`, body);
