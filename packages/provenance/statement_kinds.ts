/** What DSSE says that a statement is. */
export const STATEMENT_TYPE = "application/vnd.in-toto+json";

/** The one kind of statement that is taken: how a version was built (SLSA v1). */
export const SLSA_PREDICATE = "https://slsa.dev/provenance/v1";

/** How GitHub's workflows are described; its ids are then in `internalParameters.github`. */
export const GITHUB_BUILD =
  "https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1";

/** A build by another CI, described as GitHub's is. */
export const CI_BUILD = "urn:svc:build:ci:v1";

/** A push from a person's machine, signed with a registered key: it says nothing of a job. */
export const LOCAL_BUILD = "urn:svc:build:local:v1";
