import { z } from "npm:zod@4.4.3";

/** A clock. */
export const model = {
  type: "@meridian/clock",
  version: "2026.08.03.1",
  globalArguments: z.object({ zone: z.string().default("UTC") }),
  inputsSchema: z.object({}),
  resources: {
    time: {
      description: "The time",
      schema: z.object({ zone: z.string(), at: z.string() }).passthrough(),
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  methods: {
    tell: {
      description: "Tells the time",
      arguments: z.object({ at: z.string().default("noon"), fail: z.boolean().optional() }),
      execute: async (args: any, context: any) => {
        if (args.fail) throw new Error("the clock has stopped");
        const h = await context.writeResource("time", "main", {
          zone: context.globalArgs.zone,
          at: args.at,
        });
        return { dataHandles: [h] };
      },
    },
  },
};
