import { deepEqual, equal } from "node:assert/strict";
import type { ResolvedType } from "@svc/runtime/types";
import { trialArguments, typedSecrets } from "./trial_secrets.ts";

const secret = { type: "string", sensitive: true };
const RESOLVED = {
  type: { raw: "@acme/a", normalized: "@acme/a" },
  model: {
    globalArguments: { properties: { token: secret, owner: { type: "string" } } },
    methods: [{ name: "go", description: "", arguments: { properties: { pin: secret } } }],
  },
} as unknown as ResolvedType;

Deno.test("a secret of the type stands in a variable while a trial runs, and expressions stay", () => {
  const inputs = { token: "t-1", owner: "ada", pin: "p-1" };
  let name: string;
  {
    using given = trialArguments(RESOLVED, "go", inputs);
    name = /^\$\{\{ env\.(\w+) \}\}$/.exec(given.inputs["token"] as string)![1]!;
    equal(Deno.env.get(name), "t-1");
    deepEqual({ ...given.inputs, token: "" }, { ...inputs, token: "" });
  }
  equal(Deno.env.get(name), undefined);
  using kept = trialArguments(RESOLVED, "go", { token: "${{ env.T }}" });
  deepEqual(kept.inputs, { token: "${{ env.T }}" });
});

Deno.test("secrets that were typed are named, not those of files and expressions", () => {
  const named = (...typed: string[]) => {
    const names = typed.map((pair) => pair.split(/[=:]/)[0]!);
    const inputs = Object.fromEntries(names.map((name) => [name, "x"]));
    return typedSecrets(RESOLVED, "go", { inputs, typed });
  };
  deepEqual(named("token=t", "owner=ada", "pin:json=1"), ["token", "pin"]);
  deepEqual(named("token=@file", "pin=${{ env.PIN }}"), []);
});
