/** Whose tokens the stand-in makes. */
export type IssuerKind = "github" | "gitlab" | "buildkite" | "circleci" | "google" | "oidc";

/** The claims of a token. */
export type Claims = Record<string, unknown>;

const SHA = "3f9c2e1d0b4a5968778695a4b3c2d1e0f9a8b7c6";
const ORGANIZATION = "1f0e7a52-5c8f-4b0e-9d3c-0a8f5e1b2c3d";
const PROJECT = "7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5";

/** The issuer's address under its host, where tokens of one organisation have their own. */
export const ISSUER_PATHS: Readonly<Record<IssuerKind, string>> = {
  github: "",
  gitlab: "",
  buildkite: "",
  circleci: `/org/${ORGANIZATION}`,
  google: "",
  oidc: "",
};

/** Seconds from `iat` to `nbf` and `exp`; null: the provider leaves the claim out. */
export const ISSUER_TIMES: Readonly<Record<IssuerKind, { nbf: number | null; exp: number }>> = {
  github: { nbf: -600, exp: 300 },
  gitlab: { nbf: -5, exp: 3_600 },
  buildkite: { nbf: 0, exp: 300 },
  circleci: { nbf: null, exp: 3_600 },
  google: { nbf: null, exp: 3_600 },
  oidc: { nbf: null, exp: 300 },
};

/**
 * What the provider says about one job, beside `iss`, `aud` and times: all claims that its
 * documentation lists (trust 2.2), and one that it does not list, as providers add claims.
 */
export const JOB_CLAIMS: Readonly<Record<IssuerKind, (host: string) => Claims>> = {
  github: () => ({
    jti: crypto.randomUUID(),
    sub: "repo:acme@65/greeter@74:environment:publish",
    actor: "ada",
    actor_id: "12",
    base_ref: "",
    check_run_id: "9001",
    enterprise: "acme-inc",
    enterprise_id: "3",
    environment: "publish",
    environment_node_id: "EN_kwDO1",
    event_name: "push",
    head_ref: "",
    job_workflow_ref: "acme/greeter/.github/workflows/release.yml@refs/tags/v2026.11.23.1",
    job_workflow_sha: SHA,
    ref: "refs/tags/v2026.11.23.1",
    ref_type: "tag",
    ref_protected: "true",
    repository: "acme/greeter",
    repository_id: "74",
    repository_owner: "acme",
    repository_owner_id: "65",
    repository_visibility: "public",
    repo_property_team: "platform",
    run_id: "1728",
    run_number: "17",
    run_attempt: "1",
    runner_environment: "github-hosted",
    sha: SHA,
    workflow: "Release",
    workflow_ref: "acme/greeter/.github/workflows/release.yml@refs/tags/v2026.11.23.1",
    workflow_sha: SHA,
    not_listed_yet: { a: [1] },
  }),
  gitlab: (host) => ({
    jti: crypto.randomUUID(),
    sub: "project_path:acme/greeter:ref_type:tag:ref:v2026.11.23.1",
    namespace_id: "65",
    namespace_path: "acme",
    project_id: "74",
    project_path: "acme/greeter",
    project_visibility: "public",
    user_id: "12",
    user_login: "ada",
    user_email: "ada@acme.test",
    user_identities: [],
    user_access_level: "maintainer",
    groups_direct: ["acme"],
    pipeline_id: "4711",
    pipeline_source: "push",
    job_id: "1728",
    job_namespace_id: "65",
    job_namespace_path: "acme",
    job_project_id: "74",
    job_project_path: "acme/greeter",
    job_source: "push",
    ref: "v2026.11.23.1",
    ref_type: "tag",
    ref_path: "refs/tags/v2026.11.23.1",
    ref_protected: "true",
    environment: "publish",
    environment_protected: "true",
    environment_action: "start",
    deployment_tier: "production",
    runner_id: 5,
    runner_environment: "gitlab-hosted",
    sha: SHA,
    ci_config_ref_uri: `${host}/acme/greeter//.gitlab-ci.yml@refs/tags/v2026.11.23.1`,
    ci_config_sha: SHA,
    not_listed_yet: { a: [1] },
  }),
  // No `jti`: the provider's sample has none.
  buildkite: () => ({
    sub:
      `organization:acme:pipeline:greeter:ref:refs/tags/v2026.11.23.1:commit:${SHA}:step:publish`,
    organization_slug: "acme",
    pipeline_slug: "greeter",
    organization_id: ORGANIZATION,
    pipeline_id: PROJECT,
    build_number: 17,
    build_branch: "main",
    build_tag: "v2026.11.23.1",
    build_commit: SHA,
    build_source: "webhook",
    step_key: "publish",
    job_id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b",
    agent_id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c",
    runner_environment: "buildkite-hosted",
    not_listed_yet: { a: [1] },
  }),
  circleci: () => ({
    jti: crypto.randomUUID(),
    sub: `org/${ORGANIZATION}/project/${PROJECT}/user/2b3c4d5e-6f70-4182-93a4-b5c6d7e8f901`,
    "oidc.circleci.com/project-id": PROJECT,
    "oidc.circleci.com/vcs-origin": "github.com/acme/greeter",
    "oidc.circleci.com/vcs-ref": "refs/heads/main",
    "oidc.circleci.com/context-ids": ["3c4d5e6f-7081-4293-a4b5-c6d7e8f90112"],
    "oidc.circleci.com/ssh-rerun": false,
    "oidc.circleci.com/pipeline-id": "4d5e6f70-8192-43a4-b5c6-d7e8f9011223",
    "oidc.circleci.com/pipeline-definition-id": "5e6f7081-92a3-44b5-86d7-e8f901122334",
    "oidc.circleci.com/workflow-id": "6f708192-a3b4-45c6-97e8-f90112233445",
    "oidc.circleci.com/job-id": "708192a3-b4c5-46d7-a8f9-011223344556",
    "oidc.circleci.com/not-listed-yet": { a: [1] },
  }),
  google: () => ({
    sub: "108204012345678901234",
    azp: "108204012345678901234",
    email: "publisher@acme-ci.iam.gserviceaccount.test",
    email_verified: true,
    not_listed_yet: { a: [1] },
  }),
  oidc: () => ({
    jti: crypto.randomUUID(),
    sub: "job:acme/greeter:main",
    project: "acme/greeter",
    project_uid: "74",
    branch: "main",
    not_listed_yet: { a: [1] },
  }),
};
