import type { Service } from "../service/mod.ts";

/** Temporary credentials, named as AWS names them in JSON. */
export interface Issued {
  AccessKeyId: string;
  SecretAccessKey: string;
  Token: string;
  /** RFC 3339, in whole seconds. */
  Expiration: string;
}

/** ARN of the role that they are of. */
export const ROLE_ARN = "arn:aws:iam::123456789012:role/archives";

/** Credentials that nobody has had before, valid for `lifetime` milliseconds. */
export function newCredentials(lifetime: number): Issued {
  return {
    AccessKeyId: `ASIA${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
    SecretAccessKey: `${crypto.randomUUID()}/+`,
    // A real one has characters that a URL has to encode.
    Token: `IQoJ/${crypto.randomUUID()}+${crypto.randomUUID()}==`,
    Expiration: new Date(Date.now() + lifetime).toISOString().replace(/\.\d{3}/, ""),
  };
}

/**
 * A stand-in for what gives a program on AWS its temporary credentials: the metadata service of an
 * instance, the agent of a container or pod, and STS. They share one address.
 */
export interface AwsService extends Service {
  /** Name of the instance's role; undefined when it has none. */
  role: string | undefined;
  /** The program is further from the instance than an answer with a token may go. */
  isTooFar: boolean;
  /** Tokens of instance metadata that were given out. */
  sessions: Set<string>;
  /** What the container's agent wants to be shown. */
  containerToken: string;
  /** Tokens that STS takes for one of the role's issuer. */
  identities: Set<string>;
  /** How long credentials are valid, in milliseconds. */
  lifetime: number;
  /** Makes the next credentials. */
  issue(): Issued;
  /** Everything that was given out, in order. */
  issued: Issued[];
  /** The variables that lead a program on an instance here. */
  onInstance: Record<string, string>;
  /** As a pod of EKS has them, with the token in a file. */
  inContainer(tokenFile: string): Record<string, string>;
  /** As a pod with a role for its service account has them. */
  withIdentity(tokenFile: string): Record<string, string>;
}
