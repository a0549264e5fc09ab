// deno-lint-ignore-file no-explicit-any
import { z } from "npm:zod@4";

const execute = async (_args: Record<string, never>, context: any) => {
  const facts = await context.readResource("current");
  const handle = await context.writeResource("remark", "stamp", {
    text: `${facts?.system ?? "not collected"} / ${context.globalArgs.label}`,
    at: new Date().toISOString(),
  });
  return { dataHandles: [handle] };
};

/** Notes on a machine. */
export const extension = {
  type: "@opsworks/host-facts",
  resources: {
    remark: {
      description: "A note on the machine",
      schema: z.object({ text: z.string(), at: z.iso.datetime() }),
      lifetime: "infinite",
      garbageCollection: 50,
    },
  },
  methods: [
    {
      note: {
        description: "Write a note",
        arguments: z.object({ text: z.string().min(1).max(500) }),
        execute: async (args: { text: string }, context: any) => {
          const handle = await context.writeResource("remark", "remark", {
            text: args.text,
            at: new Date().toISOString(),
          });
          return { dataHandles: [handle] };
        },
      },
    },
    {
      stamp: {
        description: "Note what the machine is",
        arguments: z.object({}),
        execute,
      },
    },
  ],
  checks: [
    {
      writable: {
        description: "Notes can be written",
        labels: ["policy"],
        appliesTo: ["note"],
        execute: () => ({ pass: true }),
      },
    },
  ],
};
