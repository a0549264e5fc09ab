// Auto-generated extension model for @cumulus/hosting/projects

// deno-lint-ignore-file no-explicit-any

import { z } from "npm:zod@4.3.6";
import { api, ApiError } from "./_lib/client.ts";

const EnvironmentSchema = z.object({
  name: z.string(),
  value: z.string().meta({ sensitive: true }).optional(),
});

const GlobalArgsSchema = z.object({
  name: z.string(),
  framework: z.string().optional(),
  environment: z.array(EnvironmentSchema).optional(),
});

const StateSchema = z.object({
  id: z.string(),
  name: z.string(),
  framework: z.string().nullable().optional(),
  team: z.object({ id: z.string(), slug: z.string() }).optional(),
  domains: z.array(z.object({ name: z.string(), verified: z.boolean() }))
    .optional(),
  createdAt: z.number().optional(),
}).passthrough();

const shared = {
  list: {
    description: "List projects",
    arguments: z.object({}),
    execute: async (_args: Record<string, never>, context: any) => {
      const { projects } = await api("GET", "/projects");
      const handles = [];
      for (const project of projects ?? []) {
        handles.push(
          await context.writeResource("state", String(project.name), project),
        );
      }
      return { dataHandles: handles };
    },
  },
};

/** Hosting projects. Registered at `@cumulus/hosting/projects`. */
export const model = {
  type: "@cumulus/hosting/projects",
  version: "2026.07.17.1",
  upgrades: [
    {
      toVersion: "2026.07.17.1",
      description: "Added: environment",
      upgradeAttributes: (old: Record<string, unknown>) => old,
    },
  ],
  globalArguments: GlobalArgsSchema,
  inputsSchema: z.object({ name: z.string().optional() }),
  resources: {
    state: {
      description: "A project",
      schema: StateSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    ...shared,
    create: {
      description: "Create a project",
      arguments: z.object({}),
      execute: async (_args: Record<string, never>, context: any) => {
        const g = context.globalArgs;
        const result = await api("POST", "/projects", {
          name: g.name,
          framework: g.framework,
        });
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
    lookup: {
      description: "Find a project",
      arguments: z.object({ identifier: z.string() }),
      execute: async (args: { identifier: string }) => {
        try {
          return { result: await api("GET", `/projects/${args.identifier}`) };
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) {
            return { result: null };
          }
          throw error;
        }
      },
    },
  },
};
