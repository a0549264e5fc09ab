import assert from "node:assert/strict";
import { ciJob } from "./provider.ts";

const job = (env: Record<string, string>) => ciJob({ env: (name) => env[name] });

const REQUEST = {
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://runner.test/idtoken?api-version=2.0",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "bearer",
};

const ROWS: readonly [what: string, Record<string, string>, title?: string, source?: string][] = [
  ["a laptop", {}],
  ["CI that says it is none", { CI: "false" }],
  ["GitHub", { CI: "true", GITHUB_ACTIONS: "true", ...REQUEST }, "GitHub Actions", "address"],
  ["GitHub without id-token: write", { CI: "true", GITHUB_ACTIONS: "true" }, "GitHub Actions"],
  [
    "GitHub with half of it",
    { GITHUB_ACTIONS: "true", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "x" },
    "GitHub Actions",
  ],
  [
    "GitHub with a token that was given",
    { GITHUB_ACTIONS: "true", ...REQUEST, SVC_ID_TOKEN: "x" },
    "GitHub Actions",
    "variable",
  ],
  ["GitLab", { CI: "true", GITLAB_CI: "true", SVC_ID_TOKEN: "x" }, "GitLab CI", "variable"],
  ["GitLab without id_tokens", { CI: "true", GITLAB_CI: "true" }, "GitLab CI"],
  ["GitLab with an empty one", { GITLAB_CI: "true", SVC_ID_TOKEN: " " }, "GitLab CI"],
  ["Buildkite", { CI: "true", BUILDKITE: "true" }, "Buildkite", "program"],
  ["CircleCI", { CI: "true", CIRCLECI: "true" }, "CircleCI", "program"],
  ["Cloud Build", { BUILDER_OUTPUT: "/builder/outputs" }, "Google Cloud", "metadata"],
  ["Cloud Run", { CLOUD_RUN_JOB: "publish" }, "Google Cloud", "metadata"],
  ["another with a token", { CI: "true", SVC_ID_TOKEN: "x" }, "unknown CI", "variable"],
  ["another without", { CI: "1" }, "unknown CI"],
  ["a token alone", { SVC_ID_TOKEN: "x" }, "unknown CI", "variable"],
];

for (const [what, env, title, source] of ROWS) {
  Deno.test(`where svc runs: ${what}`, () => {
    const found = job(env);
    assert.deepEqual([found?.provider.title, found?.source?.kind], [title, source]);
  });
}
