import { request } from "node:https";
import type { Proxy } from "./proxy.ts";

/**
 * The status of one request to a proxy, whose path is sent as it is written.
 *
 * @param asked with `localAddress`, from that address of this machine
 */
export function statusOf(
  { port, certificate }: Proxy,
  path: string,
  { localAddress, headers }: { localAddress?: string; headers: Record<string, string> },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request({
      ...{ host: "127.0.0.1", port, servername: "localhost", ca: certificate, path, agent: false },
      ...(localAddress === undefined ? {} : { localAddress }),
      headers: { host: `localhost:${port}`, ...headers },
    }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode!));
    });
    asking.on("error", reject);
    asking.end();
  });
}
