import { z } from "npm:zod@4.4.3";
import { ArnPartsSchema, CallerSchema, splitArn } from "./_lib/parts.ts";
import { takeRole, whoAmI } from "./_lib/sts.ts";

const GlobalArgs = z.object({
  region: z.string().optional().describe(
    "AWS region (default: from the shell)",
  ),
  profile: z.string().optional().describe("Profile of ~/.aws/config"),
});

const IdentitySchema = z.object({
  caller: CallerSchema,
  parts: ArnPartsSchema,
  checkedAt: z.iso.datetime(),
});

/** The identity behind AWS credentials. */
export const model = {
  type: "@harbor/aws-identity",
  version: "2026.07.14.2",
  globalArguments: GlobalArgs,
  resources: {
    identity: {
      description: "Who the credentials belong to",
      schema: IdentitySchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
    session: {
      description: "Short-lived credentials of a role",
      schema: z.object({
        roleArn: z.string(),
        accessKeyId: z.string(),
        secretAccessKey: z.string().meta({ sensitive: true }),
        sessionToken: z.string().meta({ sensitive: true }),
        expiresAt: z.iso.datetime(),
      }),
      lifetime: "1h",
      garbageCollection: 3,
    },
  },
  upgrades: [
    {
      fromVersion: "2026.02.01.1",
      toVersion: "2026.05.02.1",
      description: "No changes to the arguments",
      upgradeAttributes: (old: Record<string, unknown>) => old,
    },
    {
      fromVersion: "2026.05.02.1",
      toVersion: "2026.07.14.2",
      description: "awsRegion is called region",
      upgradeAttributes: ({ awsRegion, ...rest }: Record<string, unknown>) =>
        awsRegion === undefined ? rest : { ...rest, region: awsRegion },
    },
  ],
  methods: {
    whoami: {
      description: "Ask STS who the credentials belong to",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => {
        context.logger.info("Asking STS in {region}", {
          region: context.globalArgs.region ?? "the region of the shell",
        });
        const caller = await whoAmI(context);
        const handle = await context.writeResource("identity", "latest", {
          caller,
          parts: splitArn(caller.arn),
          checkedAt: new Date().toISOString(),
        });
        return { dataHandles: [handle] };
      },
    },
    take_role: {
      description: "Take a role and keep its credentials for an hour",
      arguments: z.object({
        roleArn: z.string().regex(/^arn:aws[\w-]*:iam::\d{12}:role\/.+$/),
        sessionName: z.string().default("svc"),
        seconds: z.number().int().min(900).max(43200).default(3600),
      }),
      execute: async (
        args: { roleArn: string; sessionName: string; seconds: number },
        // deno-lint-ignore no-explicit-any
        context: any,
      ) => {
        const got = await takeRole(
          context,
          args.roleArn,
          args.sessionName,
          args.seconds,
        );
        const name = args.roleArn.split("/").pop()!;
        const handle = await context.writeResource("session", name, {
          roleArn: args.roleArn,
          accessKeyId: got.AccessKeyId!,
          secretAccessKey: got.SecretAccessKey!,
          sessionToken: got.SessionToken!,
          expiresAt: got.Expiration!.toISOString(),
        });
        return { dataHandles: [handle] };
      },
    },
  },
};
