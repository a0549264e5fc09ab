import { BEARER_OR_SESSION } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Notifications (spec §5.4 notification scopes): a person's own inbox, or the token's collective's. */
export const NOTIFICATION_POLICY = {
  "notifications.list": {
    method: "GET",
    path: "/api/v1/notifications",
    tag: "notifications",
    credentials: BEARER_OR_SESSION,
    scope: "notifications:read",
    role: "none",
    summary: "Read the caller's notifications, newest first",
  },
  "notifications.mark": {
    method: "PATCH",
    path: "/api/v1/notifications/{notificationId}",
    tag: "notifications",
    credentials: BEARER_OR_SESSION,
    scope: "notifications:write",
    role: "none",
    summary: "Mark a notification read or unread",
  },
  "notifications.read-all": {
    method: "POST",
    path: "/api/v1/notifications/read-all",
    tag: "notifications",
    credentials: BEARER_OR_SESSION,
    scope: "notifications:write",
    role: "none",
    summary: "Mark every notification read",
  },
} as const satisfies Record<string, PolicyRow>;
