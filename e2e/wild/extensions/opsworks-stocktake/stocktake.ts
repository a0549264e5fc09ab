import { z } from "npm:zod@4";

const GlobalArgsSchema = z.object({
  svcBinary: z.string().default("svc").describe("The svc to start"),
});

async function svc(
  bin: string,
  repoDir: string,
  args: string[],
): Promise<unknown> {
  const command = new Deno.Command(bin, {
    args: [...args, "--json"],
    cwd: repoDir,
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  if (code !== 0) {
    throw new Error(
      `svc ${args.join(" ")} ended with ${code}: ${
        new TextDecoder().decode(stderr).trim()
      }`,
    );
  }
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Counts data through the command line. */
export const model = {
  type: "@opsworks/stocktake",
  version: "2026.07.08.1",
  globalArguments: GlobalArgsSchema,
  resources: {
    count: {
      description: "How large a piece of data is",
      schema: z.object({
        behavior: z.string(),
        name: z.string(),
        characters: z.number(),
      }),
      lifetime: "7d",
      garbageCollection: 5,
    },
  },
  methods: {
    count: {
      description: "Read a piece of data with svc data get",
      arguments: z.object({ behavior: z.string(), name: z.string() }),
      execute: async (
        args: { behavior: string; name: string },
        // deno-lint-ignore no-explicit-any
        context: any,
      ) => {
        const got = await svc(context.globalArgs.svcBinary, context.repoDir, [
          "data",
          "get",
          args.behavior,
          args.name,
        ]);
        const handle = await context.writeResource(
          "count",
          `${args.behavior}.${args.name}`,
          {
            ...args,
            characters: JSON.stringify(got).length,
          },
        );
        return { dataHandles: [handle] };
      },
    },
  },
};
