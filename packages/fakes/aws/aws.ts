import { type ReceivedRequest, startService } from "../service/mod.ts";
import { type AwsService, type Issued, newCredentials, ROLE_ARN } from "./aws_service.ts";
import { metadataAnswer } from "./metadata.ts";
import { stsAnswer } from "./sts.ts";

/** Starts it on loopback: an instance with a role, whose credentials are valid for 6 hours. */
export function startAws(): AwsService {
  const ended = Promise.withResolvers<void>();
  const service = startService(async (request: ReceivedRequest, headers: Headers) => {
    const { pathname } = new URL(request.path, service.url);
    if (pathname.startsWith("/latest/")) {
      if (aws.isTooFar && request.method === "PUT") await ended.promise;
      return metadataAnswer(aws, request, headers);
    }
    if (pathname === "/v1/credentials") return containerAnswer(aws, request);
    if (pathname === "/") return stsAnswer(aws, request);
    return new Response(null, { status: 404 });
  });
  const stop = service[Symbol.asyncDispose];
  const aws: AwsService = Object.assign(service, {
    role: "archives" as string | undefined,
    isTooFar: false,
    sessions: new Set<string>(),
    containerToken: crypto.randomUUID(),
    identities: new Set<string>(),
    lifetime: 6 * 60 * 60_000,
    issue() {
      const next = newCredentials(aws.lifetime);
      aws.issued.push(next);
      return next;
    },
    issued: [] as Issued[],
    onInstance: { AWS_EC2_METADATA_SERVICE_ENDPOINT: service.url },
    inContainer: (tokenFile: string) => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${service.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    }),
    withIdentity: (tokenFile: string) => ({
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ROLE_ARN: ROLE_ARN,
      AWS_ENDPOINT_URL_STS: service.url,
    }),
    async [Symbol.asyncDispose]() {
      ended.resolve();
      await stop();
    },
  });
  return aws;
}

/**
 * The agent of a container or pod, as the reference of AWS SDKs and Tools describes it: GET with the
 * token as it is in the Authorization header.
 */
function containerAnswer(
  aws: AwsService,
  { method, authorization }: ReceivedRequest,
): Response {
  if (method !== "GET") return new Response(null, { status: 405 });
  if (authorization !== aws.containerToken) {
    const refusal = { code: "AccessDenied", message: "The token is not that of the pod" };
    return Response.json(refusal, { status: 403 });
  }
  return Response.json({ RoleArn: ROLE_ARN, ...aws.issue() });
}
