import type { ReceivedRequest } from "../service/mod.ts";
import type { AwsService } from "./aws_service.ts";
import { ROLE_ARN } from "./issued.ts";

/**
 * The agent of a container or pod, as the reference of AWS SDKs and Tools describes it: GET with the
 * token as it is in the Authorization header.
 */
export function containerAnswer(
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
