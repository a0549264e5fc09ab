import { ANYONE, PERSON, SESSION_ONLY } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const keys = rowsWith({
  tag: "collectives",
  credentials: SESSION_ONLY,
  role: "admin",
  proof: "recent",
});

/** Where versions came from, and the keys that may say so (trust 3.5). */
export const PROVENANCE_POLICY = {
  "provenance.get": {
    request: "GET /api/v1/extensions/{name}@{version}/provenance",
    tag: "extensions",
    credentials: ANYONE,
    scope: "extensions:read",
    role: "none",
    summary: "Read the statements of where a version came from",
  },
  "signing-keys.list": {
    request: "GET /api/v1/collectives/{slug}/signing-keys",
    tag: "collectives",
    credentials: PERSON,
    role: "member",
    summary: "List the keys that sign versions of a collective",
  },
  "signing-keys.create": keys(
    "POST /api/v1/collectives/{slug}/signing-keys",
    "Register a key that signs versions of a collective",
  ),
  "signing-keys.revoke": keys(
    "DELETE /api/v1/collectives/{slug}/signing-keys/{keyId}",
    "Revoke a key that signs versions of a collective",
  ),
} as const satisfies Record<string, WrittenRow>;
