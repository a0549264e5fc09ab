import { deepEqual, rejects } from "node:assert/strict";
import type { GrantRequest } from "@svc/runtime/run";
import { grantOwn } from "./grant.ts";

const REQUEST: GrantRequest = {
  extension: "@acme/greeter",
  version: "",
  manifest: "behaviors/hello.yaml",
  asked: [{
    kind: "net",
    entry: "evil.example",
    declared: false,
    found: [],
    line: "net evil.example",
  }],
  computed: [],
  omitted: 0,
  more: true,
};

/** What is noted when there is nobody to ask. */
async function granted(request: GrantRequest, yes: boolean): Promise<string[]> {
  const notes: string[] = [];
  const context = { json: true, note: (text: string) => notes.push(text) } as unknown;
  await grantOwn(context as Parameters<typeof grantOwn>[0], request, yes);
  return notes;
}

Deno.test("--yes grants what sources ask for, and not what a placeholder has come to stand for", async () => {
  deepEqual(await granted(REQUEST, true), [
    "@acme/greeter (behaviors/hello.yaml) now also asks for:\n  net evil.example",
  ]);
  await rejects(granted(REQUEST, false), { code: "consent_required", hint: /--yes/ });
  const value = { ...REQUEST, allow: "--allow net:evil.example" };
  for (const yes of [true, false]) {
    await rejects(granted(value, yes), {
      code: "consent_required",
      hint: /add --allow net:evil\.example when/,
    });
  }
});
