import { freePort } from "@svc/fakes/port";
import { readConfig } from "../platform/config/mod.ts";
import { createLog } from "@svc/http/log";
import { openServices } from "../open.ts";
import type { Services } from "../access/services.ts";

/** The server's script. */
export const MAIN: string = `${import.meta.dirname}/../main.ts`;
/** The configuration it is started with. */
export const CONFIG: string = `${import.meta.dirname}/../../../deno.json`;

/** A server in a process of its own. */
export interface ServerProcess {
  url: string;
  port: number;
  pid: number;
  /** All that it wrote to standard error, once it has ended; empty without `SVC_LOG`. */
  log: Promise<string>;
  signal(signal: Deno.Signal): void;
  /** Sends a signal and waits for the end. */
  end(signal: Deno.Signal): Promise<Deno.CommandStatus>;
}

/**
 * A registry in a process of its own, over a store that stays when it is killed.
 *
 * @param within a command that gives its place to the program behind it
 */
export async function startProcess(
  data: string,
  env: Readonly<Record<string, string>> = {},
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const port = freePort();
  const command = [
    ...[...within, Deno.execPath()],
    ...["run", "--quiet", "-A", "--no-check", "--config", CONFIG, MAIN],
  ];
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    env: {
      SVC_DATA: data,
      SVC_PORT: String(port),
      SVC_LOG: "off",
      SVC_RATE_LIMIT: "off",
      SVC_OSV_URL: "http://127.0.0.1:1",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: env.SVC_LOG === undefined ? "inherit" : "piped",
  }).spawn();
  const log = env.SVC_LOG === undefined ? "" : new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server ended early: ${said}`);
    said += value;
  }
  return {
    url: `http://${env.SVC_HOST ?? "127.0.0.1"}:${port}`,
    port,
    pid: child.pid,
    log: Promise.resolve(log),
    signal: (signal) => child.kill(signal),
    async end(signal) {
      child.kill(signal);
      await reader.cancel();
      return await child.status;
    },
  };
}

/** Opens a store while no server runs on it. */
export const quietly = (
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Services> => {
  const config = readConfig({ SVC_DATA: data, ...environment });
  return openServices(config, { log: createLog("off", () => new Date()) });
};

/** Pushes one version; true when the server acknowledged it. */
export async function push(
  url: string,
  key: string,
  version: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const post = async (path: string) =>
    await fetch(`${url}/api/v1/extensions/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "@acme/hello", version }),
    });
  try {
    const { uploadUrl } = await (await post("push")).json();
    const path = new URL(uploadUrl);
    const stored = await fetch(url + path.pathname + path.search, { method: "PUT", body: bytes });
    await stored.body?.cancel();
    const confirmed = await post("confirm");
    await confirmed.body?.cancel();
    return confirmed.ok;
  } catch {
    return false;
  }
}
