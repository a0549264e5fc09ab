import { LOG_LEVELS, type LogLevel } from "./protocol.ts";

/** Characters of printing kept of one run; a method in a loop must not fill the disk. */
const LOG_LIMIT = 10_000_000;

/** What a line costs beside its text: time, level and method stand before it. */
const LINE_COST = 60;

/** A log that takes so much of a method's printing and then says that it leaves out the rest. */
export function boundedLog(
  onLog: (level: LogLevel, text: string) => void,
): (level: unknown, text: string) => void {
  let printed = 0;
  return (level, text) => {
    if (printed > LOG_LIMIT) return;
    printed += text.length + LINE_COST;
    onLog(levelOf(level), text);
    if (printed > LOG_LIMIT) onLog("warning", "Further output is left out");
  };
}

/** The level of a line; the method's side may say anything. */
function levelOf(level: unknown): LogLevel {
  return LOG_LEVELS.find((known) => known === level) ?? "info";
}
