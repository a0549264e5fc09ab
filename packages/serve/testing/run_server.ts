import { createLog } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { Serving } from "../http/endpoint.ts";
import { openServing, type Running } from "../open.ts";
import { settingsOf, startServer } from "../server.ts";
import { callerNamed, namedCallers } from "./callers.ts";

/** Where `greet` of `hello` is started. */
export const START = "/api/v1/behaviors/hello/methods/greet/runs";

/** What a request of a test has beside its path. */
export interface Asked {
  method?: string;
  /** Sent as JSON; the request is a POST then, unless it says otherwise. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** A server that really runs methods. */
export interface RunServer extends AsyncDisposable {
  url: string;
  serving: Serving;
  ask(path: string, as: string, asked?: Asked): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts one whose caller is `ada` with all rights, unless `parts` says otherwise. */
export async function runServer(
  repository: Repository,
  { parts = {}, running, now }: {
    parts?: Partial<Serving>;
    running?: Running;
    now?: () => Date;
  } = {},
): Promise<RunServer> {
  let serving: Serving | undefined;
  const server = await startServer({
    repository,
    settings: settingsOf({ port: 0, drain: "0" }),
    version: "2026.01.02",
    running,
    ...(now === undefined ? {} : { now }),
    log: createLog("off", () => new Date()),
    open: async (ground, running) => {
      const opened = await openServing(ground, running);
      return serving = { ...opened, credentials: namedCallers(callerNamed("ada")), ...parts };
    },
  });
  return {
    url: server.url,
    serving: serving!,
    ask(path, as, { method, body, headers = {} } = {}) {
      return fetch(server.url + path, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          authorization: `Bearer ${as}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    stop: () => server.stop(),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** One server-sent event. */
export interface EventLine {
  id?: string;
  event?: string;
  data?: string;
}

/** The events of an answer, read by the rules of the format, one field a line. */
export async function eventLines(response: Response): Promise<EventLine[]> {
  const blocks = (await response.text()).split("\n\n");
  return blocks.map((block) =>
    Object.fromEntries(
      block.split("\n").filter((line) => line !== "" && !line.startsWith(":"))
        .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    )
  ).filter((event) => Object.keys(event).length > 0);
}
