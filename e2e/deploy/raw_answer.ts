import { request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import type { Proxy } from "./proxy.ts";

/** An answer as it came, nothing of it decoded. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array<ArrayBuffer>;
}

/** What a request to a proxy carries. */
export interface RawRequest {
  /** From that address of this machine. */
  localAddress?: string;
  headers: Record<string, string>;
}

/** The answer to one request to a proxy, whose path is sent as it is written. */
export function rawAnswer(
  { port, certificate }: Proxy,
  path: string,
  { localAddress, headers }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request({
      ...{ host: "127.0.0.1", port, servername: "localhost", ca: certificate, path, agent: false },
      ...(localAddress === undefined ? {} : { localAddress }),
      headers: { host: `localhost:${port}`, ...headers },
    }, (response) => {
      const chunks: Uint8Array[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", async () => {
        const body = await new Blob(chunks as Uint8Array<ArrayBuffer>[]).bytes();
        resolve({ status: response.statusCode!, headers: response.headers, body });
      });
    });
    asking.on("error", reject);
    asking.end();
  });
}
