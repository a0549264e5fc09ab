import { z } from "npm:zod@4.4.3";

/** What is added to a clock. */
export const extension = {
  type: "@meridian/clock",
  resources: {
    alarm: {
      description: "An alarm",
      schema: z.object({ at: z.string() }),
      lifetime: "infinite" as const,
      garbageCollection: 3,
    },
  },
  methods: [{
    ring: {
      description: "Rings",
      arguments: z.object({ at: z.string().default("six") }),
      execute: async (args: any, context: any) => ({
        dataHandles: [
          await context.writeResource("alarm", "alarm", { at: args.at, zone: context.globalArgs.zone }),
          await context.writeResource("time", "main", { zone: "Z", at: args.at }),
        ],
      }),
    },
  }],
};
