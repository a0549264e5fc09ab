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
