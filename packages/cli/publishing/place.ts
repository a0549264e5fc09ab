import { shellWord } from "@svc/core/text";
import { type Claims, textClaim } from "./claims.ts";

/** What a job's token says of its place, as options of 'svc publisher add'. */
interface Place {
  /** A claim that tokens of this provider have and no others. */
  sign: string;
  options(claims: Claims): readonly (readonly [option: string, value: string | undefined])[];
}

/** By provider: what names the place that a publisher trusts (trust 2.3). */
const PLACES: readonly Place[] = [
  {
    sign: "workflow_ref",
    options: (claims) => [
      ["github", textClaim(claims, "repository")],
      ["workflow", /\/\.github\/workflows\/([^@]+)@/.exec(text(claims, "workflow_ref"))?.[1]],
      ["environment", textClaim(claims, "environment")],
    ],
  },
  {
    sign: "ci_config_ref_uri",
    options: (claims) => [
      ["gitlab", textClaim(claims, "project_path")],
      ["workflow", /\/\/([^@]+)@/.exec(text(claims, "ci_config_ref_uri"))?.[1]],
      ["environment", textClaim(claims, "environment")],
    ],
  },
  {
    sign: "pipeline_slug",
    options: (claims) => [
      ["buildkite", both(claims, "organization_slug", "pipeline_slug")],
    ],
  },
  {
    sign: "oidc.circleci.com/project-id",
    options: (claims) => {
      const organization = /\/org\/([^/]+)$/.exec(text(claims, "iss"))?.[1] ??
        /^org\/([^/]+)\//.exec(text(claims, "sub"))?.[1];
      const project = textClaim(claims, "oidc.circleci.com/project-id");
      return [["circleci", organization && `${organization}/${project}`]];
    },
  },
  {
    sign: "azp",
    options: (claims) => [["google", textClaim(claims, "email") ?? textClaim(claims, "sub")]],
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
  const options = place?.options(claims) ?? [["issuer", textClaim(claims, "iss")] as const];
  return [
    `svc publisher add ${extension}`,
    ...options.flatMap(([option, value]) =>
      value === undefined ? [] : [`--${option} ${shellWord(value)}`]
    ),
  ].join(" ");
}
