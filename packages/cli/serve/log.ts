import type { createLog } from "@svc/serve/server";
import type { Context } from "../frame/command.ts";
import { terminalText } from "../frame/terminal_text.ts";

/** The log of a server, on stderr; with `--quiet` only what went wrong. */
export function serveLog(
  { host, json, quiet }: Pick<Context, "host" | "json" | "quiet">,
  create: typeof createLog,
): ReturnType<typeof createLog> {
  const log = create(
    json ? "json" : "text",
    () => new Date(),
    (line) => host.stderr(terminalText(line)),
  );
  return quiet ? { ...log, info: () => {} } : log;
}
