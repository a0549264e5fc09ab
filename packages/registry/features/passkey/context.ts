import { SvcError } from "@svc/core/error";
import type { Db } from "../../access/store/schema.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type RelyingParty, relyingParty } from "../../access/credential/relying_party.ts";

/** What passkeys need of the server. */
export interface PasskeyContext {
  db: Db;
  outbox: Outbox;
  config: { baseUrl: string };
  now(): Date;
}

/** @throws SvcError `rule_refused` on a registry whose address browsers take no passkeys for */
export function ownRelyingParty({ config }: Pick<PasskeyContext, "config">): RelyingParty {
  const party = relyingParty(config.baseUrl);
  if (party !== undefined) return party;
  throw new SvcError("rule_refused", "This registry cannot take passkeys", {
    hint: `Browsers offer them on https only, and for a host with a name: it is at ` +
      `${config.baseUrl}. Use an authenticator app.`,
  });
}

/** What an answer of an authenticator is refused with; the cause says which check failed. */
export function wrongAnswer(cause?: unknown): SvcError {
  return new SvcError("second_factor_wrong", "The passkey was not accepted", {
    hint: "Try again with a passkey of this account, and confirm with your finger, face or PIN.",
    cause,
  });
}
