import { freePort } from "../../packages/fakes/port/mod.ts";
import { processorTime } from "./process.ts";

/** nginx with one worker. */
export interface Nginx {
  port: number;
  processorTime(): number;
  stop(): Promise<void>;
}

/**
 * Starts nginx in a folder; undefined where it is not installed.
 *
 * @param http what stands in the block `http` of its configuration, when it listens on that port
 */
export async function startNginx(
  folder: string,
  http: (port: number) => string,
): Promise<Nginx | undefined> {
  const port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/nginx;`).join(" ");
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `pid ${folder}/nginx.pid; error_log stderr; master_process off; daemon off; events {}
    http { access_log off; keepalive_requests 1000000000; ${temporary} ${http(port)} }`,
  );
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command("nginx", {
      args: ["-p", folder, "-c", `${folder}/nginx.conf`],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  await untilItListens(port);
  return {
    port,
    processorTime: () => processorTime(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Waits until a port takes connections. @throws Error after a minute */
export async function untilItListens(port: number): Promise<void> {
  for (let tried = 0; tried < 600; tried++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`Nothing listens on port ${port}`);
}
