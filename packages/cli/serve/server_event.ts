import { lineText, terminalText } from "../frame/terminal_text.ts";
import type { createLog } from "@svc/serve/server";
import type { Context } from "../frame/command.ts";

/** The events of `svc serve`, as its JSON has them: one object a line. */
export type ServerEvent =
  | {
    status: "listening";
    /** Where it listens, and where callers reach it. */
    url: string;
    publicUrl: string;
    port: number;
    authMode: string;
    /** Runs and tokens are known to this process alone. */
    mode: "local";
  }
  | { status: "stopping" }
  | { status: "stopped" };

/** The same for people. */
export function serverEventText(event: ServerEvent): string {
  switch (event.status) {
    case "listening": {
      const { url, publicUrl } = event;
      return lineText(
        publicUrl === url
          ? `svc serve listens at ${url}`
          : `svc serve listens at ${url}, for callers of ${publicUrl}`,
      );
    }
    case "stopping":
      return "svc serve is stopping: it starts no more runs";
    case "stopped":
      return "svc serve has stopped";
  }
}

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
