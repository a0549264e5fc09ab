import type { Db } from "../../access/store/schema.ts";
import type { RelyingParty } from "../../access/credential/relying_party.ts";

/** How browsers are told which passkeys an account has. */
export interface Descriptor {
  type: "public-key";
  id: string;
  transports: string[];
}

/** The passkeys of an account that work at this address, as browsers are told. */
export async function descriptorsOf(
  db: Db,
  userId: string,
  { id }: RelyingParty,
): Promise<Descriptor[]> {
  const rows = await db.selectFrom("passkey").select(["credential_id", "transports"])
    .where("user_id", "=", userId).where("rp_id", "=", id).execute();
  return rows.map(({ credential_id, transports }) => ({
    type: "public-key",
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }));
}
