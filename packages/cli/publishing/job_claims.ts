import { shellWord } from "@svc/core/text";
import { type Claims, textClaim } from "./claims.ts";

/** What a job's token says of its place, as options of 'svc publisher add'. */
interface Place {
  /** A claim that tokens of this provider have and no others. */
  sign: string;
  /** Who signs tokens of the provider's own service; another issuer has to be named. */
  issuer: RegExp;
  /** The claims that publishers are compared with. */
  shown: readonly string[];
  options(claims: Claims): readonly (readonly [option: string, value: string | undefined])[];
}

/** By provider: what names the place that a publisher trusts (trust 2.3). */
const PLACES: readonly Place[] = [
  {
    sign: "workflow_ref",
    issuer: /^https:\/\/token\.actions\.githubusercontent\.com$/,
    shown: [
      ...["iss", "repository", "repository_id", "repository_owner_id", "workflow_ref"],
      ...["job_workflow_ref", "environment", "event_name", "ref", "ref_protected"],
      "runner_environment",
    ],
    options: (claims) => [
      ["github", textClaim(claims, "repository")],
      ["workflow", /\/\.github\/workflows\/([^@]+)@/.exec(text(claims, "workflow_ref"))?.[1]],
      ["environment", textClaim(claims, "environment")],
    ],
  },
  {
    sign: "ci_config_ref_uri",
    issuer: /^https:\/\/gitlab\.com$/,
    shown: [
      ...["iss", "project_path", "project_id", "namespace_id", "ci_config_ref_uri", "environment"],
      ...["pipeline_source", "ref_path", "ref_protected", "runner_environment"],
    ],
    options: (claims) => [
      ["gitlab", textClaim(claims, "project_path")],
      ["workflow", /\/\/([^@]+)@/.exec(text(claims, "ci_config_ref_uri"))?.[1]],
      ["environment", textClaim(claims, "environment")],
    ],
  },
  {
    sign: "pipeline_slug",
    issuer: /^https:\/\/agent\.buildkite\.com$/,
    shown: [
      ...["iss", "organization_slug", "pipeline_slug", "organization_id", "pipeline_id"],
      ...["build_branch", "build_tag", "runner_environment"],
    ],
    options: (claims) => [
      ["buildkite", both(claims, "organization_slug", "pipeline_slug")],
    ],
  },
  {
    sign: "oidc.circleci.com/project-id",
    issuer: /^https:\/\/oidc\.circleci\.com(?:\/|$)/,
    shown: [
      ...["iss", "sub", "oidc.circleci.com/project-id", "oidc.circleci.com/vcs-origin"],
      ...["oidc.circleci.com/vcs-ref", "oidc.circleci.com/pipeline-definition-id"],
      "oidc.circleci.com/ssh-rerun",
    ],
    options: (claims) => {
      const organization = /^org\/([^/]+)\//.exec(text(claims, "sub"))?.[1];
      return [
        ["circleci", textClaim(claims, "oidc.circleci.com/vcs-origin")],
        ["id", organization && `organization=${organization}`],
        ["id", `project=${textClaim(claims, "oidc.circleci.com/project-id")}`],
        ["workflow", textClaim(claims, "oidc.circleci.com/pipeline-definition-id")],
      ];
    },
  },
  {
    sign: "azp",
    issuer: /^https:\/\/accounts\.google\.com$/,
    shown: ["iss", "sub", "email"],
    options: (claims) => [["google", textClaim(claims, "email")]],
  },
];

function text(claims: Claims, name: string): string {
  return textClaim(claims, name) ?? "";
}

function both(claims: Claims, first: string, second: string): string | undefined {
  const [a, b] = [textClaim(claims, first), textClaim(claims, second)];
  return a && b && `${a}/${b}`;
}

/** The command that lets the job with these claims publish an extension. */
export function addCommand(extension: string, claims: Claims): string {
  const place = PLACES.find(({ sign }) => sign in claims);
  const options = place?.options(claims) ?? [["id", `sub=${text(claims, "sub")}`]] as const;
  const issuer = text(claims, "iss");
  const from = place?.issuer.test(issuer) ? [] : [["issuer", issuer]] as const;
  return [
    `svc publisher add ${extension}`,
    ...[...from, ...options].flatMap(([option, value]) =>
      value === undefined ? [] : [`--${option} ${shellWord(value)}`]
    ),
  ].join(" ");
}

/** Claims that say nothing of the job's place. */
const TIMES: ReadonlySet<string> = new Set(["aud", "exp", "iat", "nbf", "jti"]);

/** What a token says of its job, as publishers are compared with it; of an issuer not known, all. */
export function placeClaims(claims: Claims): Record<string, string> {
  const shown = PLACES.find(({ sign }) => sign in claims)?.shown ??
    Object.keys(claims).filter((name) => !TIMES.has(name));
  return Object.fromEntries(shown.flatMap((name) => {
    const value = claims[name];
    const isPlain = ["string", "number", "boolean"].includes(typeof value);
    return isPlain && value !== "" ? [[name, String(value)]] : [];
  }));
}
