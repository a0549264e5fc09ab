import { z } from "npm:zod@4";

const GlobalArgsSchema = z.object({
  project: z.string().describe("Project"),
  zones: z.array(z.string()).default([]).describe("Only these zones"),
});

const InstanceSchema = z.object({
  name: z.string(),
  zone: z.string(),
  status: z.string(),
  machineType: z.string(),
  networkInterfaces: z.array(z.object({ networkIP: z.string() })),
});

type Instance = z.infer<typeof InstanceSchema>;

async function gcloud(args: string[], signal?: AbortSignal): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("gcloud", {
    args: [...args, "--format=json", "--quiet"],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).output();
  if (code !== 0) {
    throw new Error(`gcloud: ${new TextDecoder().decode(stderr).trim()}`);
  }
  return new TextDecoder().decode(stdout);
}

const last = (url: string) => url.split("/").at(-1) ?? url;

/** Instances, as gcloud tells them. */
export const model = {
  type: "@opsworks/gcloud-compute",
  version: "2026.03.11.1",
  globalArguments: GlobalArgsSchema,
  resources: {
    instance: {
      description: "An instance",
      schema: InstanceSchema,
      lifetime: "1h",
      garbageCollection: 5,
    },
  },
  checks: {
    "gcloud-installed": {
      description: "gcloud is on the PATH",
      labels: ["live", "dependency"],
      // deno-lint-ignore no-explicit-any
      execute: async (_context: any) => {
        try {
          const { success } = await new Deno.Command("gcloud", {
            args: ["--version"],
            stdout: "null",
            stderr: "null",
          }).output();
          return success
            ? { pass: true }
            : { pass: false, errors: ["gcloud --version failed"] };
        } catch {
          return { pass: false, errors: ["gcloud not found on PATH"] };
        }
      },
    },
  },
  methods: {
    refresh: {
      description: "Read all instances of the project",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => {
        const { project, zones } = context.globalArgs;
        const args = ["compute", "instances", "list", `--project=${project}`];
        if (zones.length > 0) args.push(`--zones=${zones.join(",")}`);
        const found: Instance[] = JSON.parse(
          await gcloud(args, context.signal),
        );
        const dataHandles = await Promise.all(
          found.map((one) =>
            context.writeResource("instance", one.name, {
              ...one,
              zone: last(one.zone),
              machineType: last(one.machineType),
            })
          ),
        );
        return { dataHandles };
      },
    },
    stop: {
      description: "Stop an instance",
      arguments: z.object({ name: z.string(), zone: z.string() }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { name: string; zone: string }, context: any) => {
        await gcloud([
          "compute",
          "instances",
          "stop",
          args.name,
          `--zone=${args.zone}`,
          `--project=${context.globalArgs.project}`,
        ]);
        context.logger.warning("Stopped {name}", { name: args.name });
        return {};
      },
    },
  },
};
