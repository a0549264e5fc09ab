import { isCalVer } from "@svc/core/calver";
import { EXTENSION_NAME, EXTENSION_NAME_MAX } from "@svc/core/name";
import { z } from "zod";

/** An extension's name, `@collective/name`. */
export const nameSchema = z.string().max(EXTENSION_NAME_MAX).regex(
  EXTENSION_NAME,
  "must be @collective/name in lower-case letters, digits, '-' and '_'",
).meta({ example: "@acme/repo-insight" });

/** A version, `YYYY.MM.DD.N`. */
export const versionSchema = z.string().refine(
  isCalVer,
  "must be YYYY.MM.DD.N with a date that exists",
).meta({ example: "2026.11.21.1" });

/** A release channel. */
export const channelSchema = z.enum(["beta", "rc", "stable"]);

/** Path of one extension. */
export const nameParams = z.object({ name: nameSchema });

/** Path of one version. */
export const versionParams = z.object({ name: nameSchema, version: versionSchema });

/** Which page of a list. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(20),
};
