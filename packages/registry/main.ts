import { isSvcError, SvcError } from "@svc/core/error";
import { configHelp, configSummary, readConfig } from "./platform/config/mod.ts";
import { openServices } from "./open.ts";
import { serve, withFreePort } from "./server.ts";

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

if (import.meta.main) {
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    say(configHelp());
    Deno.exit(0);
  }
  try {
    const [unknown] = Deno.args;
    if (unknown !== undefined) {
      throw new SvcError("usage", `The registry takes no argument '${unknown}'`, {
        hint: "It is configured by environment variables; 'npm start -- --help' shows them.",
      });
    }
    const services = await openServices(withFreePort(readConfig(Deno.env.toObject())));
    const server = await serve(services);
    say(`svc registry at ${server.url}\n${configSummary(services.config)}`);
    await server.finished;
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const hint = error.hint === undefined ? "" : `hint: ${error.hint}\n`;
    await Deno.stderr.write(new TextEncoder().encode(`error: ${error.message}\n${hint}`));
    Deno.exit(1);
  }
}
