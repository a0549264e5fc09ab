import { SvcError } from "@svc/core/error";
import { STORE_AWAY } from "../../../outside.ts";

/** What signs requests to a bucket. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string;
  /** When temporary credentials end to be valid. */
  expires?: Date;
}

/** Where temporary credentials come from. */
export type S3Source = keyof typeof SOURCES;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The places that hand out temporary credentials, in the order in which they are looked for. Those
 * with variables are used when these are set, as AWS sets them. An address that answers on every
 * network is asked on request only.
 */
export const SOURCES = {
  profile: {
    variables: ["AWS_PROFILE"],
    shown: "the profile that AWS_PROFILE names",
    hint: "Look at the profile in ~/.aws/config and ~/.aws/credentials, and at where it gets its " +
      "keys from.",
  },
  "web-identity": {
    variables: ["AWS_WEB_IDENTITY_TOKEN_FILE"],
    shown: "STS, for the token in AWS_WEB_IDENTITY_TOKEN_FILE",
    hint: "Check that AWS_ROLE_ARN is set, the role trusts who made the token, the file can be " +
      "read, and this machine reaches STS of AWS_REGION.",
  },
  container: {
    variables: ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"],
    shown: "the container's credentials endpoint",
    hint: "Check that the task or pod has a role, and that its agent runs.",
  },
  instance: {
    variables: [],
    shown: "the instance's metadata service",
    hint: "Check that the instance has a role and its metadata service is on, with version 2; a " +
      "container needs a hop limit of 2.",
  },
} as const satisfies Record<
  string,
  { variables: readonly string[]; shown: string; hint: string }
>;

/** The refusal of what needs credentials, as there are none. */
export function noCredentials(source: S3Source, reason: string): SvcError {
  const { shown, hint } = SOURCES[source];
  return new SvcError(
    "unavailable",
    `Got no credentials for the bucket from ${shown}: ${reason}`,
    {
      hint,
      outside: STORE_AWAY,
    },
  );
}

/** The source whose variables are set; undefined when none has any. */
export function sourceIn(environment: Environment): S3Source | undefined {
  return (Object.keys(SOURCES) as S3Source[])
    .find((source) => SOURCES[source].variables.some((name) => environment[name]));
}
