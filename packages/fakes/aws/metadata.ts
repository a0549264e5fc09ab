import type { ReceivedRequest } from "../service/mod.ts";
import type { AwsService } from "./aws_service.ts";

const CREDENTIALS = "/latest/meta-data/iam/security-credentials/";

/**
 * Version 2 of the instance metadata service, as the EC2 User Guide describes it: a token is got with
 * PUT, for 1 to 21,600 seconds, by nobody behind a proxy; all else needs it.
 */
export function metadataAnswer(
  aws: AwsService,
  { method, path }: ReceivedRequest,
  headers: Headers,
): Response {
  if (path === "/latest/api/token") {
    if (method !== "PUT") return new Response(null, { status: 405 });
    if (headers.has("x-forwarded-for")) return new Response(null, { status: 403 });
    const seconds = headers.get("x-aws-ec2-metadata-token-ttl-seconds") ?? "";
    if (!/^\d{1,5}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > 21_600) {
      return new Response(null, { status: 400 });
    }
    const session = `AQAEA${crypto.randomUUID()}==`;
    aws.sessions.add(session);
    return new Response(session, {
      headers: { "x-aws-ec2-metadata-token-ttl-seconds": seconds, "content-type": "text/plain" },
    });
  }
  if (!aws.sessions.has(headers.get("x-aws-ec2-metadata-token") ?? "")) {
    return new Response(null, { status: 401 });
  }
  if (method !== "GET") return new Response(null, { status: 405 });
  if (aws.role === undefined) return new Response(null, { status: 404 });
  if (path === CREDENTIALS) return new Response(aws.role);
  if (path !== `${CREDENTIALS}${aws.role}`) return new Response(null, { status: 404 });
  const body = {
    Code: "Success",
    LastUpdated: new Date().toISOString().replace(/\.\d{3}/, ""),
    Type: "AWS-HMAC",
    ...aws.issue(),
  };
  // It is JSON, and said to be a text.
  return new Response(JSON.stringify(body, undefined, 2), {
    headers: { "content-type": "text/plain" },
  });
}
