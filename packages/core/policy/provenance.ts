import { ANYONE, PERSON, SESSION_ONLY } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Where versions came from, and the keys that may say so (trust 3.5). */
export const PROVENANCE_POLICY = {
  "provenance.get": {
    method: "GET",
    path: "/api/v1/extensions/{name}@{version}/provenance",
    tag: "extensions",
    credentials: ANYONE,
    scope: "extensions:read",
    role: "none",
    summary: "Read the statements of where a version came from",
  },
  "signing-keys.list": {
    method: "GET",
    path: "/api/v1/collectives/{slug}/signing-keys",
    tag: "collectives",
    credentials: PERSON,
    role: "member",
    summary: "List the keys that sign versions of a collective",
  },
  "signing-keys.create": {
    method: "POST",
    path: "/api/v1/collectives/{slug}/signing-keys",
    tag: "collectives",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Register a key that signs versions of a collective",
  },
  "signing-keys.revoke": {
    method: "DELETE",
    path: "/api/v1/collectives/{slug}/signing-keys/{keyId}",
    tag: "collectives",
    credentials: SESSION_ONLY,
    role: "admin",
    proof: "recent",
    summary: "Revoke a key that signs versions of a collective",
  },
} as const satisfies Record<string, PolicyRow>;
