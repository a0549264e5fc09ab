import { BEARER_OR_SESSION } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const write = rowsWith({
  tag: "notifications",
  credentials: BEARER_OR_SESSION,
  scope: "notifications:write",
  role: "none",
});

/** Notifications (spec §5.4 notification scopes): a person's own inbox, or the token's collective's. */
export const NOTIFICATION_POLICY = {
  "notifications.list": write(
    "GET /api/v1/notifications",
    "Read the caller's notifications, newest first",
    { scope: "notifications:read" },
  ),
  "notifications.mark": write(
    "PATCH /api/v1/notifications/{notificationId}",
    "Mark a notification read or unread",
  ),
  "notifications.read-all": write(
    "POST /api/v1/notifications/read-all",
    "Mark every notification read",
  ),
} as const satisfies Record<string, WrittenRow>;
