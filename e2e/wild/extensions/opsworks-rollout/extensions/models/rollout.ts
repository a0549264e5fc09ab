import { z } from "npm:zod@4";

const RolloutSchema = z.object({
  stage: z.string(),
  machine: z.string(),
  handles: z.array(z.string()),
  attempts: z.number(),
});

/** Looks at a machine through @opsworks/host-facts. */
export const model = {
  type: "@opsworks/rollout",
  version: "2026.08.24.1",
  globalArguments: z.object({}),
  resources: {
    rollout: {
      description: "What was seen",
      schema: RolloutSchema,
      lifetime: "90d",
      garbageCollection: 20,
    },
  },
  methods: {
    check: {
      description: "Collect facts, then read what was collected",
      arguments: z.object({ stage: z.string().default("test") }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { stage: string }, context: any) => {
        const ran = await context.runModel({
          modelType: "@opsworks/host-facts",
          name: "rollout-facts",
          method: "collect",
          arguments: {},
        });
        if (!ran.ok) throw new Error(`No facts: ${ran.error.message}`);
        const records = await context.queryData(
          `modelName == "rollout-facts" && specName == "facts"`,
        );
        const attributes = records[0]?.attributes ??
          ran.resources[0]?.attributes ?? {};
        const handle = await context.writeResource("rollout", args.stage, {
          stage: args.stage,
          machine: String(attributes.system ?? "unknown"),
          handles: ran.resources.map((r: { name: string }) => r.name),
          attempts: 1,
        });
        return { dataHandles: [handle] };
      },
    },
  },
};
