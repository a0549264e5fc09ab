import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

/** Operative profiles: how a person or a collective presents itself (spec §5.4 profile scopes). */
export const PROFILE_POLICY = {
  "profile.get": {
    request: "GET /api/v1/profiles/{username}",
    tag: "profiles",
    credentials: ANYONE,
    scope: "profile:read",
    role: "none",
    summary: "Read the profile of a person or a collective",
  },
  "profile.me": {
    request: "GET /api/v1/profile",
    tag: "profiles",
    credentials: BEARER_OR_SESSION,
    scope: "profile:read",
    role: "none",
    summary: "Read the caller's own profile",
  },
  "profile.update": {
    request: "PATCH /api/v1/profile",
    tag: "profiles",
    credentials: BEARER_OR_SESSION,
    scope: "profile:write",
    role: "none",
    summary: "Change the caller's own profile",
  },
} as const satisfies Record<string, WrittenRow>;
