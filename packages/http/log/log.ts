/** How log lines are written: one JSON object a line, plain text, or not at all. */
export const LOG_FORMATS = ["json", "text", "off"] as const;

/** A log format. */
export type LogFormat = typeof LOG_FORMATS[number];

/** What a line may carry besides its event; never a key, a password or a session. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The structured log. `event` is a stable dotted name such as `token.created`. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const SECRET_FIELD = /secret|password|authorization|cookie|(?:^|_|[a-z])[kK]ey$|token$/;
const SECRET_VALUE = /svc_(?:(?:org|ci)_)?[0-9a-f]{32}/g;

/**
 * A log that writes to `write`, one line an event.
 * Fields whose name claims a secret are dropped and key-shaped values masked: the last guard
 * against a line that should not have been written.
 */
export function createLog(
  format: LogFormat,
  now: () => Date,
  write: (line: string) => void = writeToStderr,
): Log {
  if (format === "off") return { info: () => {}, warn: () => {}, error: () => {} };
  const line = (level: string) => (event: string, fields: LogFields = {}) => {
    const safe = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || SECRET_FIELD.test(name) ? [] : [[name, mask(value)] as const]
    );
    const time = now().toISOString();
    write(
      format === "json"
        ? JSON.stringify({ time, level, event, ...Object.fromEntries(safe) }) + "\n"
        : [time, level, event, ...safe.map(([name, value]) => `${name}=${JSON.stringify(value)}`)]
          .join(" ") + "\n",
    );
  };
  return { info: line("info"), warn: line("warn"), error: line("error") };
}

function mask(value: string | number | boolean | null): string | number | boolean | null {
  return typeof value === "string" ? value.replaceAll(SECRET_VALUE, "svc_[masked]") : value;
}

/** True when a line was begun and the rest of it could not be written. */
let isTorn = false;

/**
 * Writes a line whole, or loses it: when nobody reads any more, the reader is far behind or its disk
 * is full, those whom the line is about are served all the same.
 */
function writeToStderr(line: string): void {
  let left = new TextEncoder().encode(isTorn ? `\n${line}` : line);
  const { length } = left;
  try {
    while (left.length > 0) left = left.subarray(Deno.stderr.writeSync(left));
    isTorn = false;
  } catch {
    isTorn ||= left.length < length;
  }
}
