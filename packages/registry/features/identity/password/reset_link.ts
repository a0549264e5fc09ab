import type { Services } from "../../../access/services.ts";
import { createLink, linkUrl } from "../../mail/link.ts";
import { findUser } from "./find_user.ts";

/**
 * Makes a reset link for the operator to hand over, as where no mail is configured. Earlier links
 * go on working until one of them is used.
 *
 * @throws SvcError `not_found` when nobody has that username
 */
export async function createResetLink(
  { db, config, log, now }: Pick<Services, "db" | "config" | "log" | "now">,
  username: string,
) {
  const { id } = await findUser(db, username);
  const link = { kind: "reset" as const, userId: id, address: null };
  const { token, expiresAt } = await createLink(db, link, now());
  log.info("auth.reset_link", { userId: id });
  return { url: linkUrl(config.baseUrl, "/reset-password", token), expiresAt };
}
