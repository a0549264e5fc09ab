import { optionalText, refOf, textOf } from "./job.ts";
import type { Provider } from "./provider.ts";

const FOLDER = ".github/workflows/";

/**
 * GitHub Actions. Both ids are bound: a name that its owner gives up can be taken by anybody. `sub` is
 * never read, as owners can change what stands in it.
 */
export const GITHUB: Provider = {
  title: "GitHub Actions",
  issuers: [{
    url: "https://token.actions.githubusercontent.com",
    keys: "https://token.actions.githubusercontent.com/.well-known/jwks",
  }],
  algorithms: ["RS256"],
  maxAge: 600,
  names: [{
    name: "repository",
    title: "Repository",
    example: "acme/greeter",
    pattern: /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/,
  }],
  ids: [
    { name: "owner", title: "Owner id", example: "65", pattern: /^\d{1,20}$/ },
    { name: "repository", title: "Repository id", example: "74", pattern: /^\d{1,20}$/ },
  ],
  idsGiven: false,
  namesAreUnique: true,
  parts: new Set(["workflow", "reusable", "environment", "events", "runner"]),
  workflow: {
    title: "Workflow file",
    example: "release.yml",
    normal(text) {
      const path = text.includes("/") ? text : FOLDER + text;
      const file = path.slice(FOLDER.length);
      return path.startsWith(FOLDER) && /^[^/@\s]{1,200}\.ya?ml$/.test(file) ? path : undefined;
    },
  },
  refRules: ["any", "protected", "branch", "tag"],
  defaults: {
    refRule: "any",
    events: ["push", "release", "workflow_dispatch", "schedule"],
    runnerRule: "hosted",
  },
  neverEvents: new Set(["pull_request", "pull_request_target", "workflow_run", "issue_comment"]),
  read(claims, issuer) {
    const text = (claim: string) => textOf(claims, claim);
    const repository = text("repository");
    const ref = text("ref");
    const shas = [optionalText(claims, "workflow_sha"), optionalText(claims, "sha")];
    const workflow = text("workflow_ref");
    const job = text("job_workflow_ref");
    const [runId, attempt] = [text("run_id"), optionalText(claims, "run_attempt") ?? "1"];
    return {
      names: { repository },
      ids: { owner: text("repository_owner_id"), repository: text("repository_id") },
      // Whole: a file or a ref may have an `@` in its name.
      runs: (path) =>
        [ref, ...shas].some((at) => at !== null && workflow === `${repository}/${path}@${at}`),
      calls(reusable) {
        if (reusable === null) return job === workflow;
        const [path, sha] = reusable.split("@");
        if (sha !== undefined && optionalText(claims, "job_workflow_sha") !== sha) return false;
        const at = job.startsWith(`${path}@`) ? job.slice(path!.length + 1) : "";
        return at === optionalText(claims, "job_workflow_sha") ||
          at.startsWith("refs/") && !at.includes("@");
      },
      workflow: { claim: "workflow_ref", value: workflow },
      reusable: { claim: "job_workflow_ref", value: job },
      environment: optionalText(claims, "environment"),
      event: text("event_name"),
      actor: optionalText(claims, "actor"),
      ref: refOf(ref, optionalText(claims, "ref_protected") === "true"),
      isHosted: optionalText(claims, "runner_environment") === "github-hosted",
      sha: optionalText(claims, "sha"),
      run: {
        url: `${webOf(issuer)}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
        name: runId,
      },
    };
  },
};

/** Where people see the runs whose tokens an issuer makes. */
function webOf(issuer: string): string {
  const { hostname, origin } = new URL(issuer);
  if (hostname === "token.actions.githubusercontent.com") return "https://github.com";
  return hostname.endsWith(".ghe.com")
    ? `https://${hostname.replace("token.actions.", "")}`
    : origin;
}
