import { type ReceivedRequest, startService } from "../service/mod.ts";
import { containerAnswer } from "./container.ts";
import type { AwsService } from "./aws_service.ts";
import { type Issued, newCredentials, ROLE_ARN } from "./issued.ts";
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
