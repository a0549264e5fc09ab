// Auto-generated extension model for @cumulus/gcp/storage/buckets

// deno-lint-ignore-file no-explicit-any

import { z } from "npm:zod@4.3.6";
import { getProjectId, request } from "./_lib/gcp.ts";

function url(path: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return `${
    Deno.env.get("GCP_API_ENDPOINT") ??
      "https://storage.googleapis.com/storage/v1/"
  }${path}${query ? `?${query}` : ""}`;
}

const GlobalArgsSchema = z.object({
  name: z.string().describe("Name of the bucket"),
  location: z.string().describe("Where objects are kept").optional(),
  storageClass: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  versioning: z.object({ enabled: z.boolean().optional() }).optional(),
});

const StateSchema = z.object({
  id: z.string().optional(),
  kind: z.string().optional(),
  name: z.string(),
  location: z.string().optional(),
  storageClass: z.string().optional(),
  etag: z.string().optional(),
  labels: z.record(z.string(), z.unknown()).optional(),
  versioning: z.object({ enabled: z.boolean() }).optional(),
  owner: z.object({ entity: z.string(), entityId: z.string() }).optional(),
}).passthrough();

const InputsSchema = z.object({
  name: z.string().optional(),
  location: z.string().optional(),
});

/** Google Cloud storage buckets. Registered at `@cumulus/gcp/storage/buckets`. */
export const model = {
  type: "@cumulus/gcp/storage/buckets",
  version: "2026.08.01.1",
  upgrades: [
    {
      toVersion: "2026.04.01.1",
      description: "No schema changes",
      upgradeAttributes: (old: Record<string, unknown>) => old,
    },
    {
      toVersion: "2026.08.01.1",
      description: "No schema changes",
      upgradeAttributes: (old: Record<string, unknown>) => old,
    },
  ],
  globalArguments: GlobalArgsSchema,
  inputsSchema: InputsSchema,
  resources: {
    state: {
      description: "The buckets in Cloud Storage contain objects",
      schema: StateSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    create: {
      description: "Create a bucket",
      arguments: z.object({
        waitForReady: z.boolean().describe(
          "Wait until it can be read (default: true)",
        ).optional(),
      }),
      execute: async (args: { waitForReady?: boolean }, context: any) => {
        const g = context.globalArgs;
        const project = await getProjectId();
        const body: Record<string, unknown> = { name: g["name"] };
        if (g["location"] !== undefined) body["location"] = g["location"];
        if (g["storageClass"] !== undefined) {
          body["storageClass"] = g["storageClass"];
        }
        if (g["labels"] !== undefined) body["labels"] = g["labels"];
        if (g["versioning"] !== undefined) body["versioning"] = g["versioning"];
        let result = await request({
          method: "POST",
          url: url("b", { project }),
          body,
        });
        if (args.waitForReady ?? true) {
          result = await request({ method: "GET", url: url(`b/${g.name}`) });
        }
        const instanceName = (g.name?.toString() ?? "current").replace(
          /[\/\\]/g,
          "_",
        );
        const handle = await context.writeResource(
          "state",
          instanceName,
          result,
        );
        return { dataHandles: [handle] };
      },
    },
    get: {
      description: "Get a bucket",
      arguments: z.object({
        identifier: z.string().describe("The name of the bucket"),
      }),
      execute: async (args: { identifier: string }, context: any) => {
        const g = context.globalArgs;
        const result = await request({
          method: "GET",
          url: url(`b/${args.identifier}`),
        });
        const instanceName = (g.name?.toString() ?? args.identifier).replace(
          /[\/\\]/g,
          "_",
        );
        const handle = await context.writeResource(
          "state",
          instanceName,
          result,
        );
        return { dataHandles: [handle] };
      },
    },
    sync: {
      description: "Sync the state of the bucket",
      arguments: z.object({}),
      execute: async (_args: Record<string, never>, context: any) => {
        const instanceName = (context.globalArgs.name?.toString() ?? "current")
          .replace(/[\/\\]/g, "_");
        const content = await context.dataRepository.getContent(
          context.modelType,
          context.modelId,
          instanceName,
        );
        if (!content) {
          throw new Error("No existing state found - run create or get first");
        }
        const existing = JSON.parse(new TextDecoder().decode(content));
        try {
          const result = await request({
            method: "GET",
            url: url(`b/${existing.name}`),
          });
          const handle = await context.writeResource(
            "state",
            instanceName,
            result,
          );
          return { dataHandles: [handle] };
        } catch (error: unknown) {
          if ((error as { status?: number }).status !== 404) throw error;
          const handle = await context.writeResource("state", instanceName, {
            name: existing.name,
            status: "not_found",
          });
          return { dataHandles: [handle] };
        }
      },
    },
    list_objects: {
      description: "List objects without keeping them",
      arguments: z.object({ prefix: z.string().optional() }),
      execute: async (args: { prefix?: string }, context: any) => {
        const result = await request({
          method: "GET",
          url: url(
            `b/${context.globalArgs.name}/o`,
            args.prefix ? { prefix: args.prefix } : {},
          ),
        });
        return { result };
      },
    },
  },
};
