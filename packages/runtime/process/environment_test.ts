import { deepEqual, equal } from "node:assert/strict";
import { childEnvironment } from "./environment.ts";

/** Sets variables while `work` runs. */
function withVariables(variables: Record<string, string>, work: () => void): void {
  const before = Deno.env.toObject();
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    work();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) Deno.env.delete(name);
      else Deno.env.set(name, before[name]);
    }
  }
}

const CREDENTIALS = {
  SVC_API_KEY: "svc_x",
  GH_TOKEN: "gh",
  AWS_SECRET_ACCESS_KEY: "aws",
  DENO_AUTH_TOKENS: "deno",
  NODE_AUTH_TOKEN: "npm",
  LD_PRELOAD: "/evil.so",
  DENO_PERMISSION_BROKER_PATH: "/evil.sock",
};

Deno.test("a child gets no credential, and nothing that could loosen its sandbox", () => {
  withVariables(CREDENTIALS, () => {
    const names = Object.keys(childEnvironment());
    deepEqual(names.filter((name) => name in CREDENTIALS), []);
  });
});

Deno.test("a granted variable is passed on when it is set, and only that one", () => {
  withVariables(CREDENTIALS, () => {
    const environment = childEnvironment(["GH_TOKEN", "SVC_TEST_ABSENT"]);
    equal(environment["GH_TOKEN"], "gh");
    equal("SVC_TEST_ABSENT" in environment, false);
    equal("SVC_API_KEY" in environment, false);
  });
});

Deno.test("what Deno itself is told does not come from the parent's environment", () => {
  const { NO_COLOR, DENO_NO_PACKAGE_JSON, PATH } = childEnvironment();
  deepEqual([NO_COLOR, DENO_NO_PACKAGE_JSON, PATH], ["1", "1", Deno.env.get("PATH")]);
});
