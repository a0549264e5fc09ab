import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { refusal } from "../../runtime/testing/refusal.ts";
import { callerNamed } from "../testing/callers.ts";
import { anyOf } from "./any_of.ts";
import type { CredentialKind } from "./caller.ts";

/** A kind that recognises a header of its name, and lets in whoever sends `good` in it. */
function kindNamed(kind: string, watched: string[] = []): CredentialKind {
  return {
    kind,
    recognises: ({ headers }) => headers.has(kind),
    resolve: ({ headers }) =>
      headers.get(kind) === "good"
        ? Promise.resolve({ ...callerNamed(kind), credentialId: `${kind}:1` })
        : Promise.reject(new SvcError("not_authenticated", `not a good ${kind}`)),
    watch: (caller) => {
      watched.push(`${kind} watches ${caller.name}`);
      return { [Symbol.dispose]() {} };
    },
  };
}

const request = (headers: Record<string, string>) => new Request("http://x/", { headers });

Deno.test("what a request carries decides which kind checks it", async () => {
  const any = anyOf([kindNamed("token"), kindNamed("session")]);
  assert.equal((await any.resolve(request({ session: "good" }), "a")).name, "session");
  assert.equal((await any.resolve(request({ token: "good" }), "a")).name, "token");
});

Deno.test("a bad credential is refused, though a good one of another kind comes with it", async () => {
  const any = anyOf([kindNamed("token"), kindNamed("session")]);
  await assert.rejects(
    any.resolve(request({ token: "bad", session: "good" }), "a"),
    refusal("not_authenticated", /not a good token/),
  );
});

Deno.test("without any credential, a request is told how to bring one", async () => {
  await assert.rejects(
    anyOf([kindNamed("token")]).resolve(request({ other: "good" }), "a"),
    refusal("not_authenticated", /svc serve token create/),
  );
});

Deno.test("a caller is watched by the kind that let them in", async () => {
  const watched: string[] = [];
  const any = anyOf([kindNamed("token", watched), kindNamed("tokens", watched)]);
  for (const kind of ["tokens", "token"]) {
    any.watch(await any.resolve(request({ [kind]: "good" }), "a"), () => {});
  }
  assert.deepEqual(watched, ["tokens watches tokens", "token watches token"]);
  assert.throws(() => any.watch(callerNamed("stranger"), () => {}));
});
