import { freePort } from "../../packages/fakes/port/mod.ts";
import { processorTime } from "../registry/process.ts";

/** nginx with one worker before servers on ports of this machine. */
export interface Proxy {
  port: number;
  processorTime(): number;
  stop(): Promise<void>;
}

/** Starts nginx; undefined where it is not installed. */
export async function startProxy(folder: string, ports: number[]): Promise<Proxy | undefined> {
  const port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/nginx;`).join(" ");
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `pid ${folder}/nginx.pid; error_log stderr; master_process off; daemon off; events {}
    http { access_log off; keepalive_requests 1000000000; ${temporary}
      upstream svc { ${ports.map((port) => `server 127.0.0.1:${port};`).join(" ")}
        keepalive 64; keepalive_requests 1000000000; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://svc;
        proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } } }`,
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
