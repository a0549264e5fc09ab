import { z } from "npm:zod@4.4.3";
import { GoogleAuth } from "npm:google-auth-library@11.3.4";

const GlobalArgs = z.object({
  project: z.string(),
  baseUrl: z.string().default("https://secretmanager.googleapis.com/v1"),
});

const SecretSchema = z.looseObject({
  name: z.string(),
  createTime: z.string().optional(),
  labels: z.record(z.string(), z.string()).default({}),
  replication: z.object({ automatic: z.object({}).optional() }).optional(),
});

async function accessToken(): Promise<string> {
  const auth = new GoogleAuth({
    scopes: ["https://www.googleapis.com/auth/cloud-platform"],
  });
  const token = await auth.getAccessToken();
  if (!token) throw new Error("Google gave no access token");
  return token;
}

/** What is in Secret Manager. */
export const model = {
  type: "@harbor/gcp-secrets",
  version: "2026.07.02.1",
  globalArguments: GlobalArgs,
  resources: {
    secret: {
      description: "A secret without its versions",
      schema: SecretSchema,
      lifetime: "24h",
      garbageCollection: 10,
    },
  },
  methods: {
    list: {
      description: "List the secrets of the project",
      arguments: z.object({}),
      execute: async (
        _args: Record<string, never>,
        // deno-lint-ignore no-explicit-any
        { globalArgs, writeResource, logger, signal }: any,
      ) => {
        const token = await accessToken();
        const dataHandles = [];
        let page = "";
        do {
          const url = new URL(
            `${globalArgs.baseUrl}/projects/${globalArgs.project}/secrets`,
          );
          if (page) url.searchParams.set("pageToken", page);
          const response = await fetch(url, {
            headers: { authorization: `Bearer ${token}` },
            signal,
          });
          if (!response.ok) {
            throw new Error(`Secret Manager answered ${response.status}`);
          }
          const body = await response.json();
          for (const secret of body.secrets ?? []) {
            const name = secret.name.split("/").at(-1);
            dataHandles.push(await writeResource("secret", name, secret));
          }
          page = body.nextPageToken ?? "";
        } while (page);
        logger.info("Found secrets", { count: dataHandles.length });
        return { dataHandles };
      },
    },
  },
};
