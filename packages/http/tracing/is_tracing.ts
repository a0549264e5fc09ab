/** Whether this process is configured to make traces, as Deno reads it. */
export function isTracing(env: (name: string) => string | undefined): boolean {
  const said = (name: string) => {
    const value = env(name) ?? "";
    return ["true", "1"].includes(value)
      ? true
      : ["false", "0"].includes(value)
      ? false
      : undefined;
  };
  return said("OTEL_SDK_DISABLED") !== true &&
    (said("OTEL_DENO_TRACING") ?? said("OTEL_DENO") ?? false);
}
