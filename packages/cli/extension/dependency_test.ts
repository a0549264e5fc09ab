import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { parseDependency } from "./dependency.ts";

const READ: Record<string, string | undefined> = {
  "@acme/base": undefined,
  "@acme/base@2026.01.01.1": "2026.01.01.1",
  "@acme/base@^2026.01.01.1": undefined,
  "@acme/base@>= 2026.01.01.1": undefined,
  "^@acme/base@2026.01.01.1": undefined,
  "= @acme/base": undefined,
};

for (const [text, version] of Object.entries(READ)) {
  Deno.test(`the dependency ${text} is ${version ?? "the newest"}`, () => {
    assert.deepEqual(parseDependency(text), { name: "@acme/base", version });
  });
}

for (
  const text of ["base", "acme/base", "@acme/base@", "@acme/base@latest", "@acme/../x", "@a/b@1.2"]
) {
  Deno.test(`${text} is not a dependency`, () => {
    assert.throws(
      () => parseDependency(text),
      (error) => isSvcError(error) && error.code === "manifest_invalid",
    );
  });
}
