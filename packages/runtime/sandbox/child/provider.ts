import type { ProviderHello } from "../protocol.ts";
import { type Channel, openChannel } from "./channel.ts";
import { type Answering, datastoreAnswers, vaultAnswers } from "./provider_answers.ts";
import { described } from "./described.ts";
import { captureConsole } from "./logger.ts";
import { watchSandbox } from "./watch.ts";
import type { SchemaLike } from "./withheld.ts";

/** What a module exports under `vault` or `datastore` (extension format reference §3.4, §3.5). */
interface ProviderModule {
  configSchema?: SchemaLike;
  createProvider(...args: unknown[]): unknown;
}

/** Characters of an error's text that svc is told. */
const LONGEST = 10_000;

/**
 * Opens a vault or datastore in the sandbox and answers svc's questions until svc ends the process.
 *
 * @param load imports the bundle; called only after the pipes have been taken over
 */
export async function start(load: () => Promise<Record<string, unknown>>): Promise<void> {
  const channel = openChannel<ProviderHello>();
  const { hello, send, exit, signal } = channel;
  captureConsole(send);
  watchSandbox(channel);
  // A promise that nobody waits for must not end a process that others wait for.
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    send({ t: "log", level: "warning", text: `Not caught: ${short(event.reason).message}` });
  });
  signal.addEventListener("abort", () => exit(0));
  try {
    const { kind, name } = hello;
    const module = (await load())[kind] as ProviderModule;
    const config = checked(channel, module.configSchema);
    const provider = kind === "vault"
      ? await module.createProvider(name, config)
      : await module.createProvider(config);
    if (typeof provider !== "object" || provider === null) {
      throw new Error("createProvider gave no provider");
    }
    answerAll(
      channel,
      kind === "vault" ? vaultAnswers(provider) : datastoreAnswers(provider, hello),
    );
    const members = ["delete", "createSyncService"].filter((member) =>
      typeof (provider as Record<string, unknown>)[member] === "function"
    );
    send({ t: "ready", members });
  } catch (error) {
    const { name, message, stack } = short(error);
    send({ t: "failed", name, message, stack });
    exit(0);
  }
}

/** The configuration with the defaults of its schema. */
function checked(
  { hello: { config }, send, exit }: Channel<ProviderHello>,
  schema: SchemaLike | undefined,
): unknown {
  if (typeof schema?.safeParse !== "function") return config;
  const result = schema.safeParse(config);
  if (result.success) return result.data;
  send({
    t: "invalid",
    what: "config",
    issues: result.error.issues.slice(0, 100).map(({ path, message }) => ({
      path: path.map(String).join("."),
      message: String(message).slice(0, LONGEST),
    })),
  });
  return exit(0);
}

/** Answers each question under its id. */
function answerAll({ listen, send }: Channel<ProviderHello>, answer: Answering): void {
  const running = new Map<string, AbortController>();
  listen(async (message) => {
    if (message.t === "cancel") return running.get(message.id)?.abort();
    const { id, question } = message;
    const stop = new AbortController();
    running.set(id, stop);
    try {
      const value = await answer(question, stop.signal);
      send({ t: "answer", id, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      const { name, message, code, stack } = short(error);
      send({
        t: "answer",
        id,
        error: {
          name,
          message,
          ...(code === undefined ? {} : { code }),
          ...(stack === undefined ? {} : { stack }),
        },
      });
    } finally {
      running.delete(id);
    }
  });
}

/** What was thrown, as texts that are no longer than anybody reads. */
function short(error: unknown): ReturnType<typeof described> {
  let told: ReturnType<typeof described>;
  try {
    told = described(error);
  } catch {
    told = { name: "Error", message: "it threw something that cannot be shown", stack: undefined };
  }
  const { name, message, stack, ...rest } = told;
  return {
    ...rest,
    name: String(name).slice(0, 100),
    message: String(message).slice(0, LONGEST),
    stack: stack === undefined ? undefined : String(stack).slice(0, LONGEST),
  };
}
