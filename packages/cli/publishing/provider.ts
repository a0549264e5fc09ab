import type { Host } from "../frame/host.ts";

/** The variable that a job's identity token is given in where nothing hands it out on request. */
export const ID_TOKEN_VARIABLE = "SVC_ID_TOKEN";

/** The same for Sigstore's identity token, under the name that other signers read it from. */
export const SIGSTORE_TOKEN_VARIABLE = "SIGSTORE_ID_TOKEN";

/** Where a job of a provider gets an identity token from. */
export type TokenSource =
  /** An address and a bearer in these variables; answers `{ "value": … }` as JSON. */
  | { kind: "address"; url: string; bearer: string }
  /** A program that prints it. */
  | { kind: "program"; line(audience: string): readonly [string, ...string[]] }
  /** The metadata server, whose host stands in this variable when it is not the usual one. */
  | { kind: "metadata"; hostVariable: string; host: string }
  /** A variable of the job, made when it starts: good for one exchange. */
  | { kind: "variable" };

/** A provider of CI jobs. */
export interface CiProvider {
  title: string;
  /** Variables of which its jobs have one. */
  signs: readonly string[];
  source: TokenSource;
  /** What gives a job of it an identity token, as the fix of one that has none. */
  fix(audience: string, variable?: string): string;
}

const VARIABLE: TokenSource = { kind: "variable" };

/**
 * How the jobs of each provider are known, and how they get an identity token, by the providers'
 * documentation (trust 2.2).
 */
const CI_PROVIDERS = {
  github: {
    title: "GitHub Actions",
    signs: ["GITHUB_ACTIONS"],
    source: {
      kind: "address",
      url: "ACTIONS_ID_TOKEN_REQUEST_URL",
      bearer: "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    },
    fix: () =>
      "Give the job 'permissions: { contents: read, id-token: write }' (a workflow that calls it must " +
      "give it, too). Pull requests of forks never get it.",
  },
  gitlab: {
    title: "GitLab CI",
    signs: ["GITLAB_CI"],
    source: VARIABLE,
    fix: (audience, variable = ID_TOKEN_VARIABLE) =>
      `Add to the job: id_tokens: { ${variable}: { aud: "${audience}" } }.`,
  },
  buildkite: {
    title: "Buildkite",
    signs: ["BUILDKITE"],
    source: {
      kind: "program",
      // Slugs can be taken over once they are free; the ids are in a token only on request.
      line: (audience) =>
        [
          ...["buildkite-agent", "oidc", "request-token", "--audience", audience],
          ...["--claim", "organization_id", "--claim", "pipeline_id"],
        ] as [string, ...string[]],
    },
    fix: () => "Run svc on the agent itself: a container needs the program buildkite-agent.",
  },
  circleci: {
    title: "CircleCI",
    signs: ["CIRCLECI"],
    source: {
      kind: "program",
      line: (audience) =>
        [
          ...["circleci", "run", "oidc", "get", "--claims", JSON.stringify({ aud: audience })],
        ] as [string, ...string[]],
    },
    fix: () =>
      "Run svc in the job itself, where CircleCI has its program circleci. Builds of forks get no " +
      "identity token unless the project passes secrets to them.",
  },
  google: {
    title: "Google Cloud",
    // Set in builds, and in jobs and services of Cloud Run; elsewhere it is set by hand.
    signs: ["GCE_METADATA_HOST", "BUILDER_OUTPUT", "CLOUD_RUN_JOB", "K_SERVICE"],
    source: {
      kind: "metadata",
      hostVariable: "GCE_METADATA_HOST",
      host: "metadata.google.internal",
    },
    fix: () => "Give the job a service account, and the network a way to the metadata server.",
  },
} as const satisfies Readonly<Record<string, CiProvider>>;

/** Where a provider is not known, or has no way of its own. */
const ANY: CiProvider = {
  title: "unknown CI",
  signs: ["CI"],
  source: VARIABLE,
  fix: (audience, variable = ID_TOKEN_VARIABLE) =>
    `Set ${variable} to an identity token of the job for the audience ${audience}.`,
};

/** A job that svc runs in. */
export interface CiJob {
  provider: CiProvider;
  /** How it gets an identity token; undefined when it has none. */
  source: TokenSource | undefined;
  /** The variable that one may be given in. */
  variable: string;
}

/**
 * The job that svc runs in, by its environment alone; undefined outside of CI.
 *
 * @param variable where its identity token may be given
 */
export function ciJob(
  { env }: Pick<Host, "env">,
  variable: string = ID_TOKEN_VARIABLE,
): CiJob | undefined {
  const isGiven = Boolean(env(variable)?.trim());
  const provider = [...Object.values<CiProvider>(CI_PROVIDERS), ANY]
    .find(({ signs }) => signs.some((name) => isSet(env(name)))) ?? (isGiven ? ANY : undefined);
  if (provider === undefined) return undefined;
  // A token that is given was given on purpose.
  const source = isGiven ? VARIABLE : provider.source;
  return { provider, source: offers(source, env, variable) ? source : undefined, variable };
}

function isSet(value: string | undefined): boolean {
  return Boolean(value) && value !== "false" && value !== "0";
}

function offers(source: TokenSource, env: Host["env"], variable: string): boolean {
  switch (source.kind) {
    case "address":
      return Boolean(env(source.url)) && Boolean(env(source.bearer));
    case "variable":
      return Boolean(env(variable)?.trim());
    case "program":
    case "metadata":
      return true;
  }
}
