import { SvcError } from "@svc/core/error";
import { KEY_PREFIXES } from "@svc/core/key";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { type Asking, connectWithKey } from "../client/connect.ts";

/**
 * A caller that may manage collective tokens: the personal key exchanged for a five-minute session
 * that is good for nothing else and never stored (spec §4.2, §4.5; design §4).
 *
 * @throws SvcError `not_authenticated` without a key; `session_required` for a collective token.
 */
export async function tokenSession(asking: Asking): Promise<Caller> {
  const { login, caller } = await connectWithKey(asking);
  if (login.apiKey.startsWith(KEY_PREFIXES.collective)) {
    throw new SvcError("session_required", "A collective token cannot manage tokens", {
      hint: login.source === "SVC_API_KEY"
        ? "Put a personal key in SVC_API_KEY, or unset it and run 'svc auth login'."
        : "Run 'svc auth login'.",
    });
  }
  const { token } = await callJson(
    caller,
    { method: "POST", path: "/api/v1/auth/exchange", body: {} },
    (_, z) => z.object({ token: z.string() }),
  );
  return { ...caller, bearer: token };
}

/** The path of a collective's tokens, or of one of them. */
export function tokensPath(slug: string, id?: string): string {
  const path = `/api/v1/collectives/${encodeURIComponent(slug)}/api-tokens`;
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}
