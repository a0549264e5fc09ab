// A real server over the repository of argv[0], with the configuration folder of argv[1]: prints its
// address. Each line on its stdin asks how long its event loop was held up at most since the last one,
// in milliseconds.
import { startServer } from "../../packages/serve/server.ts";
import { settingsOf } from "../../packages/serve/settings/settings.ts";
import { createLog } from "@svc/http/log";
import { repositoryAt } from "@svc/runtime/repository";

const EVERY_MS = 5;

const server = await startServer({
  repository: repositoryAt(Deno.args[0]!, Deno.args[1]!),
  settings: settingsOf({ port: 0, drain: "0" }),
  version: "bench",
  running: { offline: true },
  log: createLog("off", () => new Date()),
});
say(`at ${server.url}`);

let last = performance.now();
let longest = 0;
setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - EVERY_MS);
  last = now;
}, EVERY_MS);

Deno.addSignalListener("SIGTERM", () => void server.stop().then(() => Deno.exit()));
for await (const _ of Deno.stdin.readable) {
  say(`stall ${longest.toFixed(1)}`);
  longest = 0;
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
