import { TextLineStream } from "./lines.ts";

const ROOT = `${import.meta.dirname}/../..`;

/** A real `svc serve` over a repository. */
export interface ServeProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** Headers of a caller who may do everything. */
  headers: Record<string, string>;
  /** Runs the client in the same configuration. @returns milliseconds */
  svc(...args: string[]): Promise<number>;
}

/** Starts one, with a registry that knows every key. What it keeps is in `config`. */
export async function serveProcess(
  repository: string,
  config: string,
  options: readonly string[] = [],
): Promise<ServeProcess> {
  const registry = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.json({ authenticated: true, username: "bench", email: "b@example.org" }),
  );
  const env = {
    XDG_CONFIG_HOME: config,
    SVC_CLUB_URL: `http://127.0.0.1:${registry.addr.port}`,
    SVC_API_KEY: `svc_${"0".repeat(32)}`,
  };
  const command = (args: readonly string[]) =>
    new Deno.Command(`${ROOT}/bin/svc`, {
      args: [...args, "--repo-dir", repository],
      env,
      stdout: "piped",
      stderr: "piped",
    });
  const output = async (args: readonly string[]) => {
    const { success, stdout, stderr } = await command(args).output();
    if (!success) throw new Error(`${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  };
  const token = (await output(["serve", "token", "create", "bench", "--allow", "*"])).trim();
  const child = new Deno.Command(`${ROOT}/bin/svc`, {
    args: ["serve", "--port", "0", "--json", ...options, "--repo-dir", repository],
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())
    .getReader();
  const { url } = JSON.parse((await lines.read()).value!) as { url: string };
  return {
    url,
    pid: child.pid,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    async svc(...args) {
      const begun = performance.now();
      await output(args);
      return performance.now() - begun;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await lines.cancel();
      await child.status;
      await registry.shutdown();
    },
  };
}
