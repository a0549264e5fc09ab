import type { Service } from "../service/mod.ts";
import type { Issued } from "./issued.ts";

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
