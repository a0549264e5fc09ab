import { SvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import type { PublishingAudience, PublishToken } from "@svc/core/wire";
import { unknownAnswer } from "../client/answer.ts";
import { call, callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { isSameServer } from "../config/server.ts";

/** Milliseconds for ending a key: CI that cancels a job kills it seconds later. */
const REVOKE_MS = 5000;

/**
 * What an identity token for the registry names as its audience (trust 2.4).
 *
 * @throws SvcError `not_found` when the registry has no trusted publishing; `forbidden` when it asks
 *   for a token for anybody but itself, with which it could act as the job elsewhere.
 */
export async function audienceOf(caller: Caller): Promise<PublishingAudience> {
  const { serverUrl } = caller;
  const answer = await callJson(
    { ...caller, bearer: undefined },
    { path: "/api/v1/publishing/audience" },
    (wire) => wire.PublishingAudience,
  ).catch((error) => {
    if (!(error instanceof SvcError) || error.status !== 404) throw error;
    throw new SvcError("not_found", `${serverUrl} does not offer trusted publishing`, {
      hint: "It is older than this feature: ask its operator to upgrade it, or set SVC_API_KEY.",
    });
  });
  const { origin } = new URL(serverUrl);
  if (URL.canParse(answer.audience) && isSameServer(answer.audience, origin)) return answer;
  throw new SvcError(
    "forbidden",
    `${serverUrl} asks for an identity token for ${
      JSON.stringify(answer.audience)
    }, not for itself`,
    {
      hint:
        "A token for another service would let it act as this job there. If this is its public " +
        "address, set SVC_CLUB_URL to it; its operator sets it as SVC_BASE_URL.",
    },
  );
}

/** Whether the registry's score counts statements of where a version came from; false if it does not say. */
export async function countsProvenance(caller: Caller): Promise<boolean> {
  return await callJson(
    { ...caller, bearer: undefined },
    { path: "/api/v1/publishing/audience" },
    (wire) => wire.PublishingAudience,
  ).then(({ provenance }) => provenance, () => false);
}

/** Exchanges an identity token for a key of fifteen minutes. The token is used up with it. */
export async function exchange(caller: Caller, token: string): Promise<PublishToken> {
  const granted = await callJson(
    { ...caller, bearer: undefined },
    { method: "POST", path: "/api/v1/publishing/exchange", body: { token } },
    (wire) => wire.PublishToken,
  );
  // It is written into a line that GitHub obeys.
  if (keyKind(granted.token) === "publish") return granted;
  throw unknownAnswer(caller.serverUrl, "'token' is wrong");
}

/** Ends the key that the caller has. */
export async function endKey(caller: Caller): Promise<void> {
  const response = await call(caller, {
    method: "DELETE",
    path: "/api/v1/publishing/token",
    timeoutMs: REVOKE_MS,
  });
  await response.body?.cancel();
}
