import { z } from "npm:zod@4";
import type { SecretProperties } from "npm:@azure/keyvault-secrets@4.12.0";
import { createClient } from "./client.ts";

const GlobalArgsSchema = z.object({
  vaultUrl: z.string().url().describe("https://NAME.vault.azure.net"),
  tenantId: z.string().optional(),
  clientId: z.string().optional(),
  clientSecret: z.string().optional().meta({ sensitive: true }),
}).strict();

const SecretSchema = z.object({
  name: z.string(),
  enabled: z.boolean(),
  expiresOn: z.string().nullable(),
  contentType: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
});

function describeSecret(found: SecretProperties) {
  return {
    name: found.name,
    enabled: found.enabled ?? false,
    expiresOn: found.expiresOn?.toISOString() ?? null,
    contentType: found.contentType ?? null,
    tags: found.tags ?? {},
  };
}

/** The secrets of a vault, without their values. */
export const model = {
  type: "@opsworks/keyvault",
  version: "2026.05.19.1",
  globalArguments: GlobalArgsSchema,
  resources: {
    secret: {
      description: "A secret without its value",
      schema: SecretSchema,
      lifetime: "24h",
      garbageCollection: 5,
    },
    value: {
      description: "A secret with its value",
      schema: z.object({ name: z.string(), value: z.string() }),
      sensitiveOutput: true,
      lifetime: "15m",
      garbageCollection: 1,
    },
  },
  reports: [],
  methods: {
    list_secrets: {
      description: "List the secrets of the vault",
      arguments: z.object({ onlyEnabled: z.boolean().default(false) }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { onlyEnabled: boolean }, context: any) => {
        const client = createClient(context.globalArgs);
        const dataHandles = [];
        try {
          for await (const found of client.listPropertiesOfSecrets()) {
            if (args.onlyEnabled && !found.enabled) continue;
            const data = describeSecret(found);
            dataHandles.push(
              await context.writeResource("secret", data.name, data),
            );
          }
        } catch (error) {
          throw new Error(
            `Cannot list ${context.globalArgs.vaultUrl}: ${
              (error as Error).message
            }`,
            { cause: error },
          );
        }
        context.logger.info("{n} secrets", { n: dataHandles.length });
        return { dataHandles };
      },
    },
    expiring: {
      description: "Name the secrets that run out within some days",
      arguments: z.object({ days: z.number().int().min(1).max(3650) }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { days: number }, context: any) => {
        const until = Date.now() + args.days * 86_400_000;
        const names: string[] = [];
        for await (
          const found of createClient(context.globalArgs)
            .listPropertiesOfSecrets()
        ) {
          if (found.expiresOn && found.expiresOn.getTime() < until) {
            names.push(found.name);
          }
        }
        return { dataHandles: [], result: { names: names.sort() } };
      },
    },
    read_value: {
      description: "Read the value of a secret",
      arguments: z.object({ name: z.string() }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { name: string }, context: any) => {
        const got = await createClient(context.globalArgs).getSecret(args.name);
        return {
          dataHandles: [
            await context.writeResource("value", `${args.name}-value`, {
              name: got.name,
              value: got.value ?? "",
            }),
          ],
        };
      },
    },
  },
};
