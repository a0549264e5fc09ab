import type { ReceivedRequest } from "../service/mod.ts";
import type { AwsService } from "./aws_service.ts";

const NAMESPACE = "https://sts.amazonaws.com/doc/2011-06-15/";
const REQUEST = "7f5f1ad7-0000-4000-8000-000000000000";

/** `AssumeRoleWithWebIdentity` as the API reference of STS describes it, unsigned, in its XML. */
export function stsAnswer(aws: AwsService, { method, body }: ReceivedRequest): Response {
  const { Action, Version, RoleArn, RoleSessionName, WebIdentityToken } = (body ?? {}) as Record<
    string,
    string | undefined
  >;
  if (method !== "POST" || Action !== "AssumeRoleWithWebIdentity" || Version !== "2011-06-15") {
    return refusal(400, "InvalidAction", `Could not find operation ${Action}`);
  }
  if (!RoleArn || !WebIdentityToken || !/^[\w+=,.@-]{2,64}$/.test(RoleSessionName ?? "")) {
    return refusal(400, "ValidationError", "A parameter is missing");
  }
  if (!aws.identities.has(WebIdentityToken)) {
    return refusal(400, "InvalidIdentityToken", "No OpenIDConnect provider found in your account");
  }
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = aws.issue();
  const assumed = RoleArn.replace(":iam:", ":sts:").replace(":role/", ":assumed-role/");
  return xml(
    200,
    `<AssumeRoleWithWebIdentityResponse xmlns="${NAMESPACE}">
  <AssumeRoleWithWebIdentityResult>
    <Audience>sts.amazonaws.com</Audience>
    <AssumedRoleUser>
      <AssumedRoleId>AROACLKWSDQRAOEXAMPLE:${RoleSessionName}</AssumedRoleId>
      <Arn>${assumed}/${RoleSessionName}</Arn>
    </AssumedRoleUser>
    <Provider>arn:aws:iam::123456789012:oidc-provider/oidc.example.com</Provider>
    <Credentials>
      <AccessKeyId>${AccessKeyId}</AccessKeyId>
      <SecretAccessKey>${SecretAccessKey}</SecretAccessKey>
      <SessionToken>${Token}</SessionToken>
      <Expiration>${Expiration}</Expiration>
    </Credentials>
    <SubjectFromWebIdentityToken>system:serviceaccount:svc:registry</SubjectFromWebIdentityToken>
  </AssumeRoleWithWebIdentityResult>
  <ResponseMetadata><RequestId>${REQUEST}</RequestId></ResponseMetadata>
</AssumeRoleWithWebIdentityResponse>`,
  );
}

function refusal(status: number, code: string, message: string): Response {
  return xml(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}">
  <Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>
  <RequestId>${REQUEST}</RequestId>
</ErrorResponse>`,
  );
}

function xml(status: number, body: string): Response {
  return new Response(body, { status, headers: { "content-type": "text/xml" } });
}
