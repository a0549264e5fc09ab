import { createApp } from "./app.ts";
import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { askLoopbackDirectly } from "@svc/core/proxy";
import { storeRelease } from "./features/install/releases.ts";
import { publishCatalogue } from "./features/catalogue/publish.ts";
import { configHelp, configSummary, readConfig } from "./platform/config/mod.ts";
import { openServices } from "./open.ts";
import { VERSION } from "./platform/config/version.ts";
import { startMetrics, startTracing } from "./platform/tracing/start.ts";
import { serve, withFreePort } from "./server.ts";

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

/** After how many milliseconds a server that has stopped is ended. */
const LEFT = 1_000;

if (import.meta.main) {
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    say(configHelp());
    Deno.exit(0);
  }
  try {
    const withCatalogue = Deno.args.includes("--with-catalogue");
    const unknown = Deno.args.find((argument) => argument !== "--with-catalogue");
    if (unknown !== undefined) {
      throw new SvcError("usage", `Unknown argument '${unknown}'`, {
        hint:
          "Only --with-catalogue and --help; the rest are environment variables, which --help shows.",
      });
    }
    askLoopbackDirectly(Deno.env);
    const config = withFreePort(readConfig(Deno.env.toObject()));
    const env = (name: string) => Deno.env.get(name);
    const tracing = await startTracing(env, VERSION);
    const sendMetrics = await startMetrics(env, VERSION);
    const services = await openServices(config);
    await storeRelease(services);
    const server = await serve(services, { tracing, sendMetrics });
    say(`svc registry at ${server.url}\n${configSummary(services.config)}`);
    if (withCatalogue) {
      // The server serves all the same, whatever hinders this.
      await publishCatalogue(services, createApp, server.finished).catch((error) => {
        services.log.error("catalogue.unpublished", { error: messageOf(error) });
        return isSvcError(error) ? tell(error) : undefined;
      });
    }
    await server.finished;
    // What a job goes on with that the server could not wait for does not keep the process alive. By
    // itself it ends at once, and Deno then sends what is left of traces, within their time.
    Deno.unrefTimer(setTimeout(() => Deno.exit(0), LEFT));
  } catch (error) {
    await tell(error);
    Deno.exit(1);
  }
}

/** Says what went wrong and how to fix it; anything that is not an answer of ours is a crash. */
async function tell(error: unknown): Promise<void> {
  if (!isSvcError(error)) throw error;
  const hint = error.hint === undefined ? "" : `hint: ${error.hint}\n`;
  await Deno.stderr.write(new TextEncoder().encode(`error: ${error.message}\n${hint}`));
}
