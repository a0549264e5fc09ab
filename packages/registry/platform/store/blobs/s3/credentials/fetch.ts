import { isSvcError } from "@svc/core/error";
import { noCredentials, type S3Credentials, type S3Source } from "./source.ts";

/** As the library gives credentials. What it says to be valid for longer was valid until then. */
interface Given extends S3Credentials {
  expiration?: Date;
  originalExpiration?: Date;
}

/**
 * Fetches temporary credentials by what the environment tells of the source.
 *
 * @param region whose STS is asked when neither AWS_REGION nor a profile names one
 * @param patience how long the source may take, in milliseconds
 * @throws SvcError `unavailable`, which quotes no answer: it may hold a secret
 */
export async function fetchCredentials(
  source: S3Source,
  region: string,
  patience = 10_000,
): Promise<S3Credentials> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const why = `no answer within ${patience / 1000} s`;
    timer = setTimeout(() => reject(noCredentials(source, why)), patience);
  });
  let given: Given;
  try {
    given = await Promise.race([ask(source, region), late]);
  } catch (error) {
    throw isSvcError(error) ? error : noCredentials(source, reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
  const { accessKeyId, secretAccessKey, sessionToken } = given;
  const expires = given.originalExpiration ?? given.expiration;
  // Anything else cannot be in a header, and would fail with its value shown.
  if (![accessKeyId, secretAccessKey, sessionToken ?? "-"].every((text) => /^[!-~]+$/.test(text))) {
    throw noCredentials(source, "the answer has none");
  }
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** Each call makes a provider of its own: one that is kept gives out what has expired. */
async function ask(source: S3Source, region: string): Promise<Given> {
  // Loaded only where it is used.
  const aws = await import("@aws-sdk/credential-providers");
  const parentClientConfig = { region: Deno.env.get("AWS_REGION") || region };
  // The library writes to the console unless it is given another place, errors and all.
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  switch (source) {
    case "profile":
      return await aws.fromIni({ parentClientConfig, logger, ignoreCache: true })();
    case "web-identity":
      return await aws.fromTokenFile({ parentClientConfig, logger })();
    case "container":
      return await aws.fromHttp({ logger, maxRetries: 1 })();
    case "instance":
      return await aws.fromInstanceMetadata({ logger, ec2MetadataV1Disabled: true })();
  }
}

const SYSTEM_CODE =
  /\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT|ACCES|ISDIR)\b/;

/** What of an error is known to be no part of an answer: its name, a status, a code of the system. */
function reasonOf(error: unknown): string {
  const { name, message, code, statusCode, $metadata } = error as {
    name?: unknown;
    message?: unknown;
    code?: unknown;
    statusCode?: unknown;
    $metadata?: { httpStatusCode?: unknown };
  };
  if (name === "SyntaxError") return "its answer cannot be read";
  if (name === "InstanceMetadataV1FallbackError") return "it gives no token of version 2";
  const system = SYSTEM_CODE.exec(`${code} ${message}`)?.[0];
  const status = statusCode ?? $metadata?.httpStatusCode ??
    /\bstatus: (\d{3})\b/.exec(`${message}`)?.[1];
  const said = [`${name}`, system, status].filter((part) => part !== undefined).join(" ");
  return /^[\w ]{1,100}$/.test(said) ? said : "it failed";
}
