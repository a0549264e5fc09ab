import { NOTIFICATION_KIND_NAMES } from "@svc/core/notification";
import { z } from "zod";

/** A notification as its recipient reads it. */
export const NotificationRecord = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KIND_NAMES),
  title: z.string().describe("What happened, in one line"),
  actor: z.string().nullable().describe("Username or collective slug of who did it, if anybody"),
  collective: z.string().nullable().describe("Slug of the collective it concerns"),
  url: z.string().nullable().describe("Page that shows it"),
  data: z.record(z.string(), z.unknown()).describe("The names the title speaks of"),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
}).meta({
  id: "Notification",
  example: {
    id: "5d0d0ef1-0f7b-4a52-9a38-3a9c5f4a9a11",
    kind: "version_published",
    title: "@acme/tools@2026.11.21.1 was published",
    actor: "ada",
    collective: "acme",
    url: "http://localhost:8787/extensions/%40acme%2Ftools",
    data: { extension: "@acme/tools", version: "2026.11.21.1" },
    createdAt: "2026-11-21T09:00:00.000Z",
    readAt: null,
  },
});
