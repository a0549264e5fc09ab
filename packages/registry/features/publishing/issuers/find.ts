import type { Services } from "../../../access/services.ts";
import { PROVIDERS } from "../../publishers/providers/mod.ts";
import { type TrustedIssuer, trustedIssuers } from "../../publishers/issuers.ts";

/** The issuer of one token. */
export interface TokenIssuer extends TrustedIssuer {
  /** What publishers name it by: the issuer of all organizations, where each has one of its own below it. */
  base: string;
}

const ORGANIZATION = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The issuer that a token names, compared to the letter; undefined for one that nobody trusts here. An
 * organization's own address counts once a publisher is bound to that organization, so that no stranger
 * chooses an address that the registry asks.
 */
export async function findIssuer(
  { db, config }: Pick<Services, "db" | "config">,
  url: string,
): Promise<TokenIssuer | undefined> {
  const trusted = trustedIssuers(config);
  const found = trusted.find((each) => each.url === url);
  if (found !== undefined) return { ...found, base: found.url };
  for (const each of trusted) {
    const below = `${each.url}/org/`;
    if (each.provider !== "circleci" || !url.startsWith(below)) continue;
    const organization = url.slice(below.length);
    if (!ORGANIZATION.test(organization)) return undefined;
    const bound = await db.selectFrom("publisher").select("id")
      .where("issuer", "=", each.url).where("disabled_at", "is", null)
      .where("id_place", "like", `${organization} %`).limit(1).executeTakeFirst();
    if (bound === undefined) return undefined;
    const [own] = PROVIDERS.circleci.issuers;
    const keys = each.keys && own && url + own.keys.slice(own.url.length);
    return { ...each, url, keys, base: each.url };
  }
  return undefined;
}
