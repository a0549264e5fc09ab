import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  STSClient,
} from "npm:@aws-sdk/client-sts@3.1177.0";
import {
  fromIni,
  fromNodeProviderChain,
} from "npm:@aws-sdk/credential-providers@3.1175.0";
import type { Caller } from "./parts.ts";

// deno-lint-ignore no-explicit-any
type Context = any;

const DEFAULT_REGION = Deno.env.get("AWS_REGION") ??
  Deno.env.get("AWS_DEFAULT_REGION") ?? "us-east-1";

export function createClient(context: Context): STSClient {
  const { region, profile } = context.globalArgs;
  return new STSClient({
    region: region ?? DEFAULT_REGION,
    credentials: profile ? fromIni({ profile }) : fromNodeProviderChain(),
    maxAttempts: 2,
  });
}

export async function whoAmI(context: Context): Promise<Caller> {
  const client = createClient(context);
  try {
    const out = await client.send(new GetCallerIdentityCommand({}));
    return { account: out.Account!, arn: out.Arn!, userId: out.UserId! };
  } catch (error) {
    throw new Error(
      `STS did not say who is asking: ${
        error instanceof Error ? error.message : String(error)
      }`,
      {
        cause: error,
      },
    );
  } finally {
    client.destroy();
  }
}

export async function takeRole(
  context: Context,
  roleArn: string,
  sessionName: string,
  seconds: number,
) {
  const client = createClient(context);
  const out = await client.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      DurationSeconds: seconds,
    }),
  );
  if (!out.Credentials) throw new Error(`No credentials for ${roleArn}`);
  return out.Credentials;
}
