import { optionalText, refOf, textOf } from "./job.ts";
import { type Provider, SEGMENT, UUID } from "./provider.ts";

const ON_REQUEST = "Ask for the token with '--claim organization_id --claim pipeline_id'.";

/** Buildkite. One issuer for all organizations, so that the organization's id is required. */
export const BUILDKITE: Provider = {
  title: "Buildkite",
  issuers: [{
    url: "https://agent.buildkite.com",
    keys: "https://agent.buildkite.com/.well-known/jwks",
  }],
  algorithms: ["RS256"],
  maxAge: 600,
  names: [
    { name: "organization", title: "Organization", example: "acme", pattern: SEGMENT },
    { name: "pipeline", title: "Pipeline", example: "greeter", pattern: SEGMENT },
  ],
  ids: [
    { name: "organization", title: "Organization id", example: "", pattern: UUID },
    { name: "pipeline", title: "Pipeline id", example: "", pattern: UUID },
  ],
  idsGiven: false,
  namesAreUnique: true,
  parts: new Set(["runner"]),
  // Builds of strangers' pull requests run on branches of other names.
  refRules: ["branch", "tag"],
  defaults: { refRule: "branch:main", events: [], runnerRule: "any" },
  neverEvents: new Set(),
  read(claims) {
    const text = (claim: string) => textOf(claims, claim);
    const [organization, pipeline] = [text("organization_slug"), text("pipeline_slug")];
    const build = text("build_number");
    const tag = optionalText(claims, "build_tag");
    return {
      names: { organization, pipeline },
      ids: {
        organization: textOf(claims, "organization_id", ON_REQUEST),
        pipeline: textOf(claims, "pipeline_id", ON_REQUEST),
      },
      workflow: null,
      reusable: null,
      environment: null,
      event: optionalText(claims, "build_source"),
      actor: null,
      ref: refOf(tag === null ? `refs/heads/${text("build_branch")}` : `refs/tags/${tag}`),
      isHosted: optionalText(claims, "runner_environment") === "buildkite-hosted",
      sha: optionalText(claims, "build_commit"),
      run: {
        url: `https://buildkite.com/${organization}/${pipeline}/builds/${build}#${text("job_id")}`,
        name: build,
      },
    };
  },
};
