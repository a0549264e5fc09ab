import { NameField, VersionField } from "@svc/core/wire";
import { z } from "zod";

/** Path of one extension. */
export const nameParams = z.object({ name: NameField });

/** Path of one version. */
export const versionParams = z.object({ name: NameField, version: VersionField });

/** Which page of a list. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(20),
};
