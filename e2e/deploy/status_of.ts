import type { Proxy } from "./proxy.ts";
import { rawAnswer, type RawRequest } from "./raw_answer.ts";

/** The status of one request to a proxy, whose path is sent as it is written. */
export async function statusOf(proxy: Proxy, path: string, asked: RawRequest): Promise<number> {
  return (await rawAnswer(proxy, path, asked)).status;
}
