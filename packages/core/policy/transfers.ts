import { PERSON, SESSION_ONLY } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Extensions that change hands. */
export const TRANSFER_POLICY = {
  "transfers.offer": {
    method: "POST",
    path: "/api/v1/extensions/{name}/transfer",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "owner",
    proof: "recent",
    summary: "Offer an extension to another collective",
  },
  "transfers.cancel": {
    method: "DELETE",
    path: "/api/v1/extensions/{name}/transfer",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "owner",
    summary: "Withdraw the offer of an extension",
  },
  "transfers.list": {
    method: "GET",
    path: "/api/v1/collectives/{slug}/transfers",
    tag: "extensions",
    credentials: PERSON,
    role: "owner",
    summary: "List the extensions that are offered to a collective, and by it",
  },
  "transfers.accept": {
    method: "POST",
    path: "/api/v1/collectives/{slug}/transfers/accept",
    tag: "extensions",
    credentials: SESSION_ONLY,
    role: "owner",
    proof: "recent",
    summary: "Accept an extension that is offered to the collective",
  },
} as const satisfies Record<string, PolicyRow>;
