// The whole command line, in a process that kills itself with SIGKILL just before it calls a
// function of Deno with a path that matches. Arguments: the function, the pattern, then svc's own.
import { main } from "../../packages/cli/dispatch/main.ts";

const [call, pattern, ...argv] = Deno.args as [keyof typeof Deno, string, ...string[]];
const matching = new RegExp(pattern);
const real = Deno[call] as (...args: unknown[]) => unknown;
Object.assign(Deno, {
  [call]: (...args: unknown[]) => {
    if (args.some((arg) => matching.test(String(arg)))) Deno.kill(Deno.pid, "SIGKILL");
    return real(...args);
  },
});
Deno.exitCode = await main(argv);
