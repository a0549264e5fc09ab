import type { ColumnType } from "kysely";
import type { MailKind } from "./kinds.ts";
import type { Fixed } from "../../platform/store/schema.ts";

/** Mails to go out and those that went, and the links in them. Times are ISO 8601 UTC text. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    mail: MailTable;
    account_link: AccountLinkTable;
    mail_domain: MailDomainTable;
  }
}

/** A mail by its facts; the words and the secrets in it are made when it is sent and not kept. */
export interface MailTable {
  id: Fixed<string>;
  kind: Fixed<MailKind>;
  /** Whose account it is about; null while that is not looked up. */
  user_id: Fixed<string | null>;
  /** Where it goes; of a password reset, what was typed: an address or a username. */
  address: Fixed<string>;
  /** JSON object of text values. */
  data: Fixed<string>;
  created_at: Fixed<string>;
  /** When the mail server took it. */
  sent_at: string | null;
  /** When it was given up. */
  failed_at: string | null;
  /** Why the last try failed, as a code. */
  reason: string | null;
}

/** What a link does, once. */
export type LinkKind = "reset" | "verify" | "address" | "hold";

/** A link that acts for an account, once. Only the hash of its secret is kept. */
export interface AccountLinkTable {
  id: Fixed<string>;
  token_hash: string;
  kind: Fixed<LinkKind>;
  user_id: Fixed<string>;
  /** The address it was sent to, which using it proves; null for one that was handed over. */
  address: Fixed<string | null>;
  /** Of a change of address: the password's stored form under the new address' salt. */
  password: Fixed<string | null>;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
}

/** The domain of confirmed addresses, as the name server knows it. */
export interface MailDomainTable {
  domain: Fixed<string>;
  /** When it was last asked for; empty for not yet. */
  checked_at: ColumnType<string, never, string>;
  /** Since when it has neither mail server nor address; null while it has one, or is not known. */
  gone_since: ColumnType<string | null, never, string | null>;
}
