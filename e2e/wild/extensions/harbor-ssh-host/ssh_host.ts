import { z } from "npm:zod@4";
import { type Outcome, runClean, runProgram } from "./proc.ts";

const GlobalArgsSchema = z.object({
  host: z.string().min(1),
  user: z.string().optional(),
  port: z.number().int().min(1).max(65535).default(22),
  identityFile: z.string().optional(),
  sshBinary: z.string().default("ssh").describe("The ssh to start"),
  options: z.array(z.string()).default([]),
});
type GlobalArgs = z.infer<typeof GlobalArgsSchema>;

const ResultSchema = z.object({
  host: z.string(),
  command: z.string(),
  code: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  durationMs: z.number(),
});

function sshArgs(g: GlobalArgs): string[] {
  const args = ["-o", "BatchMode=yes", "-p", String(g.port)];
  for (const option of g.options) args.push("-o", option);
  if (g.identityFile) args.push("-i", g.identityFile);
  args.push(g.user ? `${g.user}@${g.host}` : g.host);
  return args;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function ssh(
  g: GlobalArgs,
  remote: string,
  opts: { stdin?: string; timeoutMs?: number; signal?: AbortSignal },
): Promise<Outcome> {
  return await runProgram(g.sshBinary, [...sshArgs(g), "--", remote], opts);
}

/** A host that is reached through ssh. */
export const model = {
  type: "@harbor/ssh-host",
  version: "2026.08.09.1",
  globalArguments: GlobalArgsSchema,
  resources: {
    result: {
      description: "What a command gave",
      schema: ResultSchema,
      lifetime: "7d",
      garbageCollection: 20,
    },
  },
  checks: {
    "ssh-present": {
      description: "ssh can be started",
      labels: ["live"],
      appliesTo: ["exec", "send"],
      execute: async (context: { globalArgs: GlobalArgs }) => {
        try {
          await runProgram(context.globalArgs.sshBinary, ["-V"], {
            timeoutMs: 5000,
          });
          return { pass: true };
        } catch {
          return {
            pass: false,
            errors: [`${context.globalArgs.sshBinary} not found on PATH`],
          };
        }
      },
    },
  },
  methods: {
    exec: {
      description: "Run a command on the host",
      arguments: z.object({
        command: z.string().min(1),
        timeoutMs: z.number().int().positive().default(30_000),
        allowFailure: z.boolean().default(false),
      }),
      execute: async (
        args: { command: string; timeoutMs: number; allowFailure: boolean },
        // deno-lint-ignore no-explicit-any
        context: any,
      ) => {
        const started = performance.now();
        const out = await ssh(context.globalArgs, args.command, {
          timeoutMs: args.timeoutMs,
          signal: context.signal,
        });
        const handle = await context.writeResource(
          "result",
          context.definition?.name ?? "result",
          {
            host: context.globalArgs.host,
            command: args.command,
            ...out,
            durationMs: performance.now() - started,
          },
        );
        if (out.code !== 0 && !args.allowFailure) {
          throw new Error(
            `${args.command} ended with ${out.code}: ${out.stderr.trim()}`,
          );
        }
        return { dataHandles: [handle] };
      },
    },
    send: {
      description: "Write a text to a file of the host",
      arguments: z.object({
        path: z.string().startsWith("/"),
        text: z.string(),
      }),
      execute: async (
        args: { path: string; text: string },
        // deno-lint-ignore no-explicit-any
        context: any,
      ) => {
        const out = await ssh(context.globalArgs, `cat > ${quote(args.path)}`, {
          stdin: args.text,
          signal: context.signal,
        });
        if (out.code !== 0) {
          throw new Error(`Cannot write ${args.path}: ${out.stderr}`);
        }
        const { writeResource } = context;
        return {
          dataHandles: [
            await writeResource(
              "result",
              `sent-${args.path.split("/").at(-1)}`,
              {
                host: context.globalArgs.host,
                command: `write ${args.path}`,
                ...out,
                durationMs: 0,
              },
            ),
          ],
        };
      },
    },
    client_version: {
      description: "Which ssh is used",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => ({
        result: await runClean([
          context.globalArgs.sshBinary,
          "-G",
          context.globalArgs.host,
        ]),
      }),
    },
  },
};
