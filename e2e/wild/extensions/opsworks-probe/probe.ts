// deno-lint-ignore-file no-explicit-any no-console
import { z } from "npm:zod@4";

const out = new TextEncoder();

const ProbeSchema = z.object({
  target: z.string(),
  up: z.boolean(),
  note: z.string().default(""),
});

const startProgram = async (program: string) => {
  const { success } = await new Deno.Command(program, { args: ["--version"] })
    .output();
  return success;
};

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "HEAD",
      signal: AbortSignal.timeout(5000),
    });
    return response.ok;
  } catch {}
  return false;
}

function logEverywhere(context: any) {
  context.logger.info("plain");
  context.logger.info("with {placeholder}", { placeholder: "a value" });
  context.logger.info("props without placeholders", { count: 3 });
  context.logger.info`tagged ${3} times`;
  context.logger.warn("warn {n}", { n: 1 });
  context.logger.warning("warning {n}", { n: 2 });
  context.logger.debug("debug");
  context.logger.error("an error that is only told: " + "concatenated", {
    code: 7,
  });
  for (const level of ["info", "warn", "error"]) {
    context.logger?.[level]?.("level {level}", { level });
  }
  const { logger } = context;
  logger.with?.({ part: "probe" })?.info?.("with props");
  logger.getChild?.("child")?.info?.("of a child");
}

/** Probes. */
export const model = {
  type: "@opsworks/probe",
  version: "2026.08.28.1",
  globalArguments: z.object({
    statusUrl: z.string().default("https://status.example.com"),
  }),
  resources: {
    probe: {
      description: "What was found",
      schema: ProbeSchema,
      lifetime: "1h",
      garbageCollection: 10,
    },
    fleeting: {
      description: "Not kept",
      schema: z.object({ at: z.string() }),
      lifetime: "ephemeral",
      garbageCollection: 1,
    },
  },
  files: {
    log: {
      description: "Lines of a scan",
      contentType: "text/plain",
      lifetime: "1h",
      garbageCollection: 3,
      streaming: true,
    },
  },
  checks: {
    "status-page": {
      description: "The status page answers, or we do not know",
      labels: ["live"],
      appliesTo: ["scan"],
      execute: async (context: any) => {
        try {
          const response = await fetch(
            `${context.globalArgs.statusUrl}/health`,
          );
          return {
            pass: response.ok,
            errors: response.ok ? [] : ["the status page is down"],
          };
        } catch {
          return { pass: true };
        }
      },
    },
    "program-there": {
      description: "git can be started",
      appliesTo: ["tool"],
      execute: async (
        _context: any,
        probe: typeof startProgram = startProgram,
      ) => {
        try {
          return { pass: await probe("git") };
        } catch {
          return { pass: false, errors: ["git not found on PATH"] };
        }
      },
    },
    "never-on-fridays": {
      description: "A rule that says why in a message",
      appliesTo: ["forbidden"],
      execute: async () => ({ pass: false, message: "this is never done" }),
    },
  },
  methods: {
    scan: {
      description: "Write thirty lines and two results",
      arguments: z.object({ lines: z.number().int().default(30) }),
      execute: async (args: { lines: number }, context: any) => {
        logEverywhere(context);
        console.log("a line of the console");
        console.warn("a warning of the console");
        await Deno.stdout.write(out.encode("bytes on stdout\n"));
        const writer = context.createFileWriter("log", "scan-log");
        for (let i = 1; i <= args.lines; i++) {
          await writer.writeLine(`line ${i}`);
        }
        const log = await writer.finalize();
        await context.writeResource("probe", "latest", {
          target: "itself",
          up: true,
        });
        await context.writeResource("fleeting", "now", {
          at: new Date().toISOString(),
        });
        if (log.version < 1) throw new Error("no version");
        return { dataHandles: [] };
      },
    },
    ask: {
      description: "Is an address there?",
      arguments: z.object({ url: z.url() }),
      execute: async (args: { url: string }, context: any) => {
        const up = await isUp(args.url);
        const name = new URL(args.url).hostname;
        return {
          dataHandles: [
            await context.writeResource("probe", name, {
              target: args.url,
              up,
            }),
          ],
        };
      },
    },
    tool: {
      description: "Is a program there?",
      arguments: z.object({ program: z.string() }),
      execute: (args: { program: string }, context: any) =>
        startProgram(args.program).then(async (up) => ({
          dataHandles: [
            await context.writeResource("probe", args.program, {
              target: args.program,
              up,
            }),
          ],
        })),
    },
    environment: {
      description: "Which variables a clean shell gets",
      arguments: z.object({ cmd: z.array(z.string()).default(["env"]) }),
      execute: async (args: { cmd: string[] }) => {
        const env = { ...Deno.env.toObject(), LANG: "C" };
        const got = await new Deno.Command(args.cmd[0]!, {
          args: args.cmd.slice(1),
          clearEnv: true,
          env,
        }).output();
        const names = new TextDecoder().decode(got.stdout).split("\n").map((
          l,
        ) => l.split("=")[0]);
        return { result: { lang: names.includes("LANG"), code: got.code } };
      },
    },
    nothing: {
      description: "Gives nothing",
      arguments: z.object({}),
      execute: () => Promise.resolve({}),
    },
    forbidden: {
      description: "Is never done",
      arguments: z.object({}),
      execute: async () => ({ dataHandles: [] }),
    },
    result_only: {
      description: "Gives a result and writes nothing",
      arguments: z.object({}),
      execute: async () => ({ result: { answer: 42 } }),
    },
  },
};
