import { optionalText, refOf, textOf } from "./job.ts";
import type { Provider } from "./provider.ts";

/** GitLab CI/CD. A token is as old as its job, and its lifetime the job's. `sub` can be changed: unread. */
export const GITLAB: Provider = {
  title: "GitLab CI/CD",
  issuers: [{ url: "https://gitlab.com", keys: "https://gitlab.com/oauth/discovery/keys" }],
  algorithms: ["RS256"],
  maxAge: undefined,
  names: [{
    name: "project",
    title: "Project",
    example: "acme/greeter",
    pattern: /^[A-Za-z0-9_.-]{1,255}(?:\/[A-Za-z0-9_.-]{1,255}){1,20}$/,
  }],
  ids: [
    { name: "namespace", title: "Namespace id", example: "65", pattern: /^\d{1,20}$/ },
    { name: "project", title: "Project id", example: "74", pattern: /^\d{1,20}$/ },
  ],
  idsGiven: false,
  namesAreUnique: true,
  parts: new Set(["workflow", "environment", "events", "runner"]),
  workflow: {
    title: "Configuration file",
    example: ".gitlab-ci.yml",
    normal: (text) =>
      /^[^@\s]{1,250}\.ya?ml$/.test(text) && !text.startsWith("/") ? text : undefined,
  },
  refRules: ["any", "protected", "branch", "tag"],
  defaults: { refRule: "protected", events: [], runnerRule: "hosted" },
  neverEvents: new Set(["merge_request_event", "external_pull_request_event"]),
  read(claims, issuer) {
    const text = (claim: string) => textOf(claims, claim);
    const project = text("project_path");
    const config = optionalText(claims, "ci_config_ref_uri") ?? "";
    const refPath = optionalText(claims, "ref_path") ??
      `refs/${text("ref_type") === "tag" ? "tags" : "heads"}/${text("ref")}`;
    const shas = [optionalText(claims, "ci_config_sha"), optionalText(claims, "sha")];
    const host = issuer.slice(issuer.indexOf("://") + 3);
    const job = optionalText(claims, "job_project_id");
    return {
      names: { project },
      ids: { namespace: text("namespace_id"), project: text("project_id") },
      runs: (path) =>
        [refPath, ...shas].some((at) =>
          at !== null && config === `${host}/${project}//${path}@${at}`
        ),
      workflow: { claim: "ci_config_ref_uri", value: config },
      reusable: null,
      environment: optionalText(claims, "environment"),
      event: text("pipeline_source"),
      actor: optionalText(claims, "user_login"),
      ref: refOf(refPath, optionalText(claims, "ref_protected") === "true"),
      isHosted: optionalText(claims, "runner_environment") === "gitlab-hosted",
      ...(job === null || job === text("project_id")
        ? {}
        : { refused: "the job is another project's than the pipeline" }),
      sha: optionalText(claims, "sha"),
      run: { url: `${issuer}/${project}/-/jobs/${text("job_id")}`, name: text("job_id") },
    };
  },
};
