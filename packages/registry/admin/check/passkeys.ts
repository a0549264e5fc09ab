import { relyingParty } from "../../access/credential/relying_party.ts";
import type { BesideServer } from "../beside/open.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks for passkeys of another host than the registry's: browsers do not use them any more, and their
 * people sign in with a recovery code.
 */
export async function checkPasskeys(
  { db }: Pick<BesideServer, "db">,
  baseUrl: string,
): Promise<Finding> {
  const host = relyingParty(baseUrl)?.id;
  let query = db.selectFrom("passkey").select("rp_id")
    .select(({ fn }) => fn.countAll<number>().as("passkeys")).groupBy("rp_id").orderBy("rp_id");
  if (host !== undefined) query = query.where("rp_id", "!=", host);
  const others = await query.execute();
  const count = others.reduce((sum, { passkeys }) => sum + Number(passkeys), 0);
  if (count === 0) return { check: "passkeys", status: "ok", message: "all are for this host" };
  return {
    check: "passkeys",
    status: "warning",
    message:
      `${count} of ${others.map(({ rp_id }) => rp_id).join(", ")} ${
        count === 1 ? "does" : "do"
      } not work ` +
      `at ${baseUrl}`,
    hint:
      "Set SVC_BASE_URL back, or have their people sign in with a recovery code and add new ones.",
  };
}
