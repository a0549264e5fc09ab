import { z } from "zod";
import { LINE, TEXT } from "@svc/http/input";

/** A link people can follow safely: http or https, nothing else. */
const Link = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(200);

/** A profile as everybody reads it. */
export const Profile = z.object({
  username: z.string(),
  kind: z.enum(["person", "collective"]),
  displayName: z.string(),
  bio: z.string().nullable(),
  url: z.string().nullable(),
  location: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().nullable(),
  page: z.string().describe("Where the registry shows it"),
}).meta({
  id: "Profile",
  example: {
    username: "ada",
    kind: "person",
    displayName: "Ada Lovelace",
    bio: "Writes programs for engines that do not exist yet.",
    url: "https://example.org/ada",
    location: "London",
    joinedAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-11-21T09:00:00.000Z",
    page: "http://localhost:8787/u/ada",
  },
});

/** What may be changed of one's own profile; null clears a field. */
export const ProfilePatch = z.strictObject({
  displayName: LINE.min(1).max(80).nullable().optional(),
  bio: TEXT.max(1000).nullable().optional(),
  url: Link.nullable().optional(),
  location: LINE.min(1).max(80).nullable().optional(),
}).refine((body) => Object.values(body).some((value) => value !== undefined), {
  message: "Name at least one field to change",
});
