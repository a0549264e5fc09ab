import type { FromChild, LogLevel } from "../protocol.ts";

type Properties = Record<string, unknown>;

/** `context.logger`: a message with `{placeholder}`s and properties, or a tagged template. */
export type Logger =
  & { [level in LogLevel | "warn"]: (text: unknown, ...rest: unknown[]) => void }
  & { with(properties: Properties): Logger; getChild(name: string): Logger };

/** A logger whose lines go to svc. */
export function createLogger(
  send: (message: FromChild) => void,
  properties: Properties = {},
): Logger {
  const at = (level: LogLevel) => (first: unknown, ...rest: unknown[]) => {
    send({ t: "log", level, text: format(first, rest, properties) });
  };
  return {
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warning"),
    warning: at("warning"),
    error: at("error"),
    fatal: at("fatal"),
    with: (more) => createLogger(send, { ...properties, ...more }),
    getChild: () => createLogger(send, properties),
  };
}

/** Sends what the extension prints through `console` to the log, and keeps stdout for the protocol. */
export function captureConsole(send: (message: FromChild) => void): void {
  const to = (level: LogLevel) => (...values: unknown[]) =>
    send({ t: "log", level, text: values.map(show).join(" ") });
  Object.assign(console, {
    log: to("info"),
    info: to("info"),
    debug: to("debug"),
    trace: to("trace"),
    warn: to("warning"),
    error: to("error"),
    dir: to("info"),
    table: to("info"),
  });
}

function format(first: unknown, rest: unknown[], properties: Properties): string {
  if (Array.isArray(first) && "raw" in first) {
    return first.map((part, index) => part + (index < rest.length ? show(rest[index]) : "")).join(
      "",
    );
  }
  if (typeof first !== "string") return [first, ...rest].map(show).join(" ");
  const given = rest.find((value) => typeof value === "object" && value !== null) ?? {};
  const all = { ...properties, ...given as Properties };
  return first.replaceAll(
    /\{([\w.$-]+)\}/g,
    (whole, name: string) => Object.hasOwn(all, name) ? show(all[name]) : whole,
  );
}

function show(value: unknown): string {
  return typeof value === "string" ? value : Deno.inspect(value, { depth: 6, colors: false });
}
