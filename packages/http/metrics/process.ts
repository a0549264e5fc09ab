import { Gauge, type Registry } from "prom-client";

/** Adds what every server tells of itself: what it is, its version, its memory, and when it began. */
export function registerProcess(
  register: Registry,
  info: { server: "registry" | "serve"; version: string },
): void {
  const registers = [register];
  new Gauge({
    name: "svc_info",
    help: "The kind of server and the version of svc",
    labelNames: ["server", "version"],
    registers,
  }).set(info, 1);
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers }).set(value);
  gauge("process_resident_memory_bytes", "Memory of the server", Deno.memoryUsage().rss);
  gauge(
    "process_start_time_seconds",
    "Start time of the server, in seconds since 1970",
    Math.round(performance.timeOrigin) / 1000,
  );
}
