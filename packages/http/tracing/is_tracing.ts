/** Reads a variable of the environment. */
type Env = (name: string) => string | undefined;

/** Whether this process is configured to make traces, as Deno reads it. */
export function isTracing(env: Env): boolean {
  return isOn(env, "OTEL_DENO_TRACING");
}

/** Whether this process is configured to send metrics, as Deno reads it. */
export function isSendingMetrics(env: Env): boolean {
  return isOn(env, "OTEL_DENO_METRICS");
}

function isOn(env: Env, signal: "OTEL_DENO_TRACING" | "OTEL_DENO_METRICS"): boolean {
  const said = (name: string) => {
    const value = env(name) ?? "";
    return ["true", "1"].includes(value)
      ? true
      : ["false", "0"].includes(value)
      ? false
      : undefined;
  };
  return said("OTEL_SDK_DISABLED") !== true && (said(signal) ?? said("OTEL_DENO") ?? false);
}
