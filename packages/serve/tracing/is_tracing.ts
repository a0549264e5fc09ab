/** Whether this process is configured to make traces, as Deno reads it. */
export function isTracing(env: (name: string) => string | undefined): boolean {
  return ["true", "1"].includes(env("OTEL_DENO") ?? "");
}
