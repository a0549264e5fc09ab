import { type S3Credentials, type S3Source, sourceIn, SOURCES } from "./credentials/source.ts";

/** A place in a bucket, with what is needed to use it. */
export interface S3Target {
  /** Address of the bucket, with a slash at its end. */
  address: string;
  bucket: string;
  region: string;
  /** Starts every key: empty, or ends with a slash. */
  prefix: string;
  /** A key, or where temporary ones come from. */
  credentials: S3Credentials | { source: S3Source };
  /** For people, without credentials: `s3://bucket/prefix at host`. */
  shown: string;
}

/** How a bucket is named in the settings. */
export const S3_URL_FORM = "s3://KEY:SECRET@BUCKET/PREFIX?endpoint=https://HOST&region=REGION";

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(?:\/|$)){0,8}$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ["endpoint", "region", "style", "credentials"];

/**
 * The place that `s3://KEY:SECRET@BUCKET/PREFIX?endpoint=…&region=…&style=path` names. Without an
 * endpoint it is Amazon's; without a key in it, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
 * `AWS_SESSION_TOKEN` are used, else the source of temporary credentials whose variables are set.
 * `&credentials=` names a source itself.
 *
 * @returns the place, or what is wrong, without quoting what may be secret
 */
export function readS3Url(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): { target: S3Target } | { problem: string } {
  const url = URL.parse(text);
  if (!url || url.protocol !== "s3:") {
    return { problem: `is not ${S3_URL_FORM} with special characters URL-encoded` };
  }
  const { hostname: bucket, searchParams } = url;
  const problem = problemOf(url);
  if (problem !== undefined) return { problem };
  const credentials = credentialsOf(url, environment);
  if ("problem" in credentials) return credentials;
  const region = searchParams.get("region") ?? "us-east-1";
  const given = searchParams.get("endpoint");
  const endpoint = new URL(given ?? `https://s3.${region}.amazonaws.com`);
  const virtual = (searchParams.get("style") ?? (given === null ? "virtual" : "path")) ===
    "virtual";
  const folder = url.pathname.replace(/^\//, "");
  const prefix = folder === "" ? "" : folder.replace(/\/?$/, "/");
  return {
    target: {
      address: virtual
        ? `${endpoint.protocol}//${bucket}.${endpoint.host}/`
        : `${endpoint.origin}/${bucket}/`,
      bucket,
      region,
      prefix,
      credentials,
      shown: `s3://${bucket}/${prefix} at ${endpoint.host}`,
    },
  };
}

function problemOf({ hostname, port, hash, pathname, searchParams }: URL): string | undefined {
  if (!BUCKET.test(hostname) || port !== "") {
    return "names no bucket: 3 to 63 lower-case letters, digits, '-' and '.' after s3://; " +
      "the address of the store goes to ?endpoint=";
  }
  if (!PREFIX.test(pathname.slice(1)) || hash !== "") {
    return "has a prefix with other characters than letters, digits, '.', '_', '-' and '/'";
  }
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    return `has a parameter ${JSON.stringify(unknown)}; known are ${PARAMETERS.join(", ")}`;
  }
  const region = searchParams.get("region");
  if (region !== null && !REGION.test(region)) return "has a region that is not one";
  const style = searchParams.get("style");
  if (style !== null && style !== "path" && style !== "virtual") {
    return "has a style that is neither path nor virtual";
  }
  const endpoint = searchParams.get("endpoint");
  if (endpoint === null) {
    return region === null
      ? "needs ?region= of Amazon S3, or ?endpoint= of another store"
      : undefined;
  }
  const url = URL.parse(endpoint);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return undefined;
  return "has an endpoint that is no http or https address without path and password";
}

function credentialsOf(
  { username, password, searchParams }: URL,
  environment: Readonly<Record<string, string | undefined>>,
): S3Target["credentials"] | { problem: string } {
  const asked = searchParams.get("credentials");
  if (username !== "" || password !== "") {
    if (asked !== null) return { problem: "has both KEY:SECRET and credentials=; remove one" };
    const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
    if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
    const problem = "has only half of KEY:SECRET, or one that is not encoded: write '/' as %2F, " +
      "'+' as %2B, '%' as %25, or use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    return { problem };
  }
  if (asked !== null) return askedSource(asked, environment);
  const accessKeyId = environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  if (accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  }
  const source = accessKeyId || secretAccessKey ? undefined : sourceIn(environment);
  if (source !== undefined) return { source };
  const problem = "has no key: write KEY:SECRET@ before the bucket, or set AWS_ACCESS_KEY_ID and " +
    "AWS_SECRET_ACCESS_KEY; on EC2, credentials=instance takes those of the instance's role";
  return { problem };
}

/** The source that `credentials=` names, which has to be there. */
function askedSource(
  asked: string,
  environment: Readonly<Record<string, string | undefined>>,
): { source: S3Source } | { problem: string } {
  if (!Object.hasOwn(SOURCES, asked)) {
    return { problem: `has credentials= of none of ${Object.keys(SOURCES).join(", ")}` };
  }
  const source = asked as S3Source;
  const { variables } = SOURCES[source];
  if (variables.length === 0 || variables.some((name) => environment[name])) return { source };
  return { problem: `has credentials=${source}, which needs ${variables.join(" or ")}` };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
