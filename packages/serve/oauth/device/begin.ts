import type { SignIn } from "../login/mod.ts";
import { beginGrant, SCOPES } from "../provider/mod.ts";
import { failed, said } from "./answer.ts";

/** `POST /auth/device`: begins a device grant at the registry for somebody's client (reference runtime 8.2). */
export async function beginDevice({ provider, client, log }: SignIn): Promise<Response> {
  try {
    return said(200, { ...await beginGrant(provider, client.clientId, SCOPES) });
  } catch (error) {
    return failed(log, error);
  }
}
