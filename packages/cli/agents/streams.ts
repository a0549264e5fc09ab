import type { Streams } from "@svc/serve/mcp";

/**
 * The process's own streams for a protocol. What any code prints by `console` goes to stderr from now
 * on: stdout carries nothing but messages.
 */
export function standardStreams(): Streams {
  for (const name of ["log", "info", "debug", "dir", "table"] as const) {
    // deno-lint-ignore no-console
    console[name] = console.error;
  }
  return {
    input: Deno.stdin.readable,
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    },
  };
}
