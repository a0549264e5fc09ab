import { z } from "npm:zod@4";
import ejs from "npm:ejs@7.0.2";

const MessageSchema = z.object({
  name: z.string().min(1),
  items: z.array(z.string()).default([]),
});

/** Letters from templates. */
export const model = {
  type: "@fieldnotes/letters",
  version: "2026.05.05.1",
  resources: {
    sent: {
      description: "A letter that was filled",
      schema: z.object({ to: z.string(), lines: z.number() }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  files: {
    letter: {
      description: "The letter",
      contentType: "text/plain",
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  methods: {
    remind: {
      description: "Fill the reminder that comes along",
      arguments: MessageSchema,
      // deno-lint-ignore no-explicit-any
      execute: async (args: z.infer<typeof MessageSchema>, context: any) => {
        const path = context.extensionFile("templates/reminder.txt");
        const template = await Deno.readTextFile(path);
        const text = ejs.render(template, args);
        const handle = await context.createFileWriter(
          "letter",
          args.name.toLowerCase(),
        )
          .writeText(text);
        await context.writeResource("sent", `${args.name}-sent`, {
          to: args.name,
          lines: text.split("\n").length,
        });
        return { dataHandles: [handle] };
      },
    },
    fill: {
      description: "Fill a template of your own",
      arguments: z.object({
        template: z.string(),
        values: z.record(z.string(), z.any()).default({}),
        name: z.string().default("letter"),
      }),
      execute: async (
        args: {
          template: string;
          values: Record<string, unknown>;
          name: string;
        },
        // deno-lint-ignore no-explicit-any
        context: any,
      ) => {
        const writer = await context.createFileWriter("letter", args.name, {
          contentType: "text/markdown",
        });
        return {
          dataHandles: [
            await writer.writeText(ejs.render(args.template, args.values)),
          ],
        };
      },
    },
  },
};
