import type { Hello } from "../protocol.ts";
import type { CelModule } from "./cel.ts";
import { openChannel } from "./channel.ts";
import { createContext } from "./context.ts";
import { captureConsole } from "./logger.ts";

interface Report {
  execute(context: unknown): Promise<unknown> | unknown;
}

/**
 * Makes one report in the sandbox: reads what it is about, loads the bundle, and sends what it says.
 *
 * @param load imports the bundle; called only after the pipes have been taken over
 * @param loadCel imports what `context.createCelEnvironment` needs
 */
export async function start(
  load: () => Promise<Record<string, unknown>>,
  loadCel?: () => Promise<[typeof import("./cel.ts"), CelModule]>,
): Promise<void> {
  const channel = openChannel();
  const { hello, send, exit } = channel;
  captureConsole(send);
  try {
    const report = (await load())["report"] as Report;
    const cel = await loadCel?.();
    const { checkContext } = createContext(channel, {
      globalArgs: hello.globalArguments,
      celEnvironment: cel && (() => cel[0].celEnvironment(cel[1])),
    });
    const said = await report.execute({ ...checkContext, ...reportMembers(hello) });
    send({ t: "report", ...result(said) });
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    send({ t: "failed", name: failure.name, message: failure.message, stack: failure.stack });
  }
  exit(0);
}

/** What a report knows of the run beyond what checks know (extension format reference §3.3). */
function reportMembers(hello: Hello): Record<string, unknown> {
  const { scope, status, errorMessage, handles, outputSpecs, sensitive } = hello.report!;
  return {
    scope,
    methodArgs: hello.arguments,
    executionStatus: status,
    ...(errorMessage === undefined ? {} : { errorMessage }),
    dataHandles: handles,
    outputSpecs,
    redactSensitiveArgs: (args: Record<string, unknown>, kind: "global" | "method") =>
      Object.fromEntries(
        Object.entries(args ?? {}).map(([name, value]) => [
          name,
          sensitive[kind]?.includes(name) ? "***" : value,
        ]),
      ),
  };
}

/** What it says; `json` is an object or a list, and `{}` where there is none. */
function result(said: unknown): { markdown: string; json: object } {
  const { markdown, json } = (said ?? {}) as { markdown?: unknown; json?: unknown };
  if (typeof markdown !== "string") {
    throw new Error("The report must return { markdown, json }, and its markdown is not text");
  }
  if (json !== undefined && typeof json !== "object") {
    throw new Error(
      "The report must return { markdown, json }, and its json is not an object or a list",
    );
  }
  return { markdown, json: json ?? {} };
}
