import type { Services } from "../../../access/services.ts";
import { createLink, linkUrl } from "../../mail/link.ts";
import { findUser } from "./find_user.ts";

/** A link that lets whoever has it choose a new password, once. */
export interface ResetLink {
  /** Secret: hand it to the person and to nobody else. */
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/**
 * Makes a reset link for the operator to hand over, as where no mail is configured. Earlier links
 * go on working until one of them is used.
 *
 * @throws SvcError `not_found` when nobody has that username
 */
export async function createResetLink(
  { db, config, log, now }: Pick<Services, "db" | "config" | "log" | "now">,
  username: string,
): Promise<ResetLink> {
  const { id } = await findUser(db, username);
  const link = { kind: "reset" as const, userId: id, address: null };
  const { token, expiresAt } = await createLink(db, link, now());
  log.info("auth.reset_link", { userId: id });
  return { url: linkUrl(config.baseUrl, "/reset-password", token), expiresAt };
}
