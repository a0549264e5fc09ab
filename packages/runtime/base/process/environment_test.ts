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

Deno.test("of everything that is set, a child gets exactly these variables", () => {
  const passed = [
    ...["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_CACHE_HOME"],
    ...["DENO_DIR", "DENO_CERT", "DENO_TLS_CA_STORE", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"],
    ...["NPM_CONFIG_REGISTRY", "npm_config_registry"],
    ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ];
  // What Deno, Node, npm, git, the loader and shells act on, and names near those that are passed.
  const kept = [
    ...Object.keys(CREDENTIALS),
    ...[
      "DENO_V8_FLAGS",
      "DENO_NO_PROMPT",
      "DENO_SERVE_ADDRESS",
      "DENO_COMPAT",
      "DENO_TRACE_PERMISSIONS",
    ],
    ...["NODE_OPTIONS", "NODE_PATH", "NODE_TLS_REJECT_UNAUTHORIZED", "NODE_DEBUG", "NODE_ENV"],
    ...["npm_config_userconfig", "NPM_TOKEN", "NPM_CONFIG__AUTH", "ALL_PROXY", "FTP_PROXY"],
    ...["LD_LIBRARY_PATH", "LD_AUDIT", "BASH_ENV", "ENV", "IFS", "SHELL", "PWD", "OLDPWD", "TERM"],
    ...["GIT_SSH_COMMAND", "GIT_CONFIG_GLOBAL", "SSH_AUTH_SOCK", "SSL_CERT_DIR", "PATHS", "HOME2"],
    ...["XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "SVC_RUN_ID", "SVC_REPO_DIR", "LC_MESSAGES", "path"],
  ];
  const all = Object.fromEntries([...passed, ...kept].map((name) => [name, `of ${name}`]));
  // What Deno itself is told does not come from outside.
  const said = {
    NO_COLOR: "",
    DENO_NO_PACKAGE_JSON: "0",
    DENO_NO_UPDATE_CHECK: "0",
    DENO_WEBGPU_BACKEND: "gl",
  };
  withVariables({ ...all, ...said }, () => {
    deepEqual(childEnvironment(), {
      ...Object.fromEntries(passed.map((name) => [name, `of ${name}`])),
      NO_COLOR: "1",
      DENO_NO_PACKAGE_JSON: "1",
      DENO_NO_UPDATE_CHECK: "1",
      DENO_WEBGPU_BACKEND: "none",
    });
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
