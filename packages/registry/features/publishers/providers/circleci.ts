import { optionalText, refOf, textOf } from "./job.ts";
import { type Provider, UUID } from "./provider.ts";

const claim = (name: string) => `oidc.circleci.com/${name}`;

/**
 * CircleCI. Each organization has an issuer below the one address; the ids are typed in, as any project
 * may name any repository as its origin.
 */
export const CIRCLECI: Provider = {
  title: "CircleCI",
  issuers: [{
    url: "https://oidc.circleci.com",
    keys: "https://oidc.circleci.com/.well-known/jwks-pub.json",
  }],
  algorithms: ["RS256"],
  maxAge: 3_600,
  names: [{
    name: "origin",
    title: "Repository",
    example: "github.com/acme/greeter",
    pattern: /^[^\s@]{3,250}$/,
  }],
  ids: [
    { name: "organization", title: "Organization id", example: "", pattern: UUID },
    { name: "project", title: "Project id", example: "", pattern: UUID },
  ],
  idsGiven: true,
  namesAreUnique: false,
  parts: new Set(["workflow"]),
  workflow: {
    title: "Pipeline definition id",
    example: "5e6f7081-92a3-44b5-86d7-e8f901122334",
    normal: (text) => UUID.test(text) ? text : undefined,
  },
  refRules: ["any", "branch", "tag"],
  defaults: { refRule: "any", events: [], runnerRule: "any" },
  neverEvents: new Set(),
  read(claims, issuer) {
    const text = (name: string) => textOf(claims, name);
    const [org, organization, project, subject] = text("sub").split("/");
    const projectId = text(claim("project-id"));
    const definition = text(claim("pipeline-definition-id"));
    const rerun = claims[claim("ssh-rerun")];
    const of = issuer.lastIndexOf("/org/");
    const isOwn = org === "org" && project === "project" && subject === projectId &&
      (of < 0 || issuer.slice(of + 5) === organization);
    return {
      names: { origin: text(claim("vcs-origin")) },
      ids: { organization: organization ?? "", project: projectId },
      runs: (id) => definition === id,
      workflow: { claim: claim("pipeline-definition-id"), value: definition },
      reusable: null,
      environment: null,
      event: null,
      actor: null,
      ref: refOf(optionalText(claims, claim("vcs-ref"))),
      isHosted: false,
      ...(rerun === false || rerun === "false"
        ? {}
        : { refused: "somebody is signed in to the job's machine (rerun with SSH)" }),
      ...(isOwn ? {} : { refused: "its subject is another project's" }),
      sha: null,
      run: {
        url: `https://app.circleci.com/pipelines/workflows/${text(claim("workflow-id"))}`,
        name: text(claim("job-id")),
      },
    };
  },
};
