// A server in a process of its own, as Deno reads its OpenTelemetry settings at the start of one.
// Prints where it listens, and ends when its stdin does.
import { repositoryAt } from "@svc/runtime/repository";
import { runServer } from "./run_server.ts";

const [root, config] = Deno.args as [string, string];
await using server = await runServer(repositoryAt(root, config), {
  running: { env: (name) => Deno.env.get(name), offline: true },
});
await Deno.stdout.write(new TextEncoder().encode(server.url));
await new Response(Deno.stdin.readable).text();
