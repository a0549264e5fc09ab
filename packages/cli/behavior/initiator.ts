import { readLogins } from "../config/auth_file.ts";
import type { Host } from "../frame/host.ts";

/** Who a run is recorded as: `user:<username>` of the stored login, else `ghost` (runtime reference 3.3). */
export async function initiator(host: Pick<Host, "env">): Promise<string> {
  if (host.env("SVC_API_KEY")) return "ghost";
  const username = (await readLogins(host).catch(() => undefined))?.current.username;
  return username ? `user:${username}` : "ghost";
}
