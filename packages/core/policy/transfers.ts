import { PERSON, SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const give = rowsWith({
  tag: "extensions",
  credentials: SESSION_ONLY,
  role: "owner",
  proof: "recent",
});

/** Extensions that change hands. */
export const TRANSFER_POLICY = {
  "transfers.offer": give(
    "POST /api/v1/extensions/{name}/transfer",
    "Offer an extension to another collective",
  ),
  "transfers.cancel": {
    request: "DELETE /api/v1/extensions/{name}/transfer",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "owner",
    summary: "Withdraw the offer of an extension",
  },
  "transfers.list": {
    request: "GET /api/v1/collectives/{slug}/transfers",
    tag: "extensions",
    credentials: PERSON,
    role: "owner",
    summary: "List the extensions that are offered to a collective, and by it",
  },
  "transfers.accept": give(
    "POST /api/v1/collectives/{slug}/transfers/accept",
    "Accept an extension that is offered to the collective",
  ),
} as const satisfies Record<string, WrittenRow>;
