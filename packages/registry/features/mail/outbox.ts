import type { Db } from "../../access/store/schema.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { MAIL_KINDS, type MailKind } from "./kinds.ts";
import type {} from "./tables.ts";

/** A mail to be sent, by its facts. */
export interface NewMail {
  kind: MailKind;
  /** Whose account it is about, where that is known. */
  userId?: string;
  /** Where it goes; of a password reset, the address or username that was typed. */
  address: string;
  data?: Readonly<Record<string, string>>;
  /** True for what the account itself asked for, as far as is known: no stranger has used it up. */
  own?: boolean;
}

/** Where mails are put; they go out by the job queue. */
export interface Outbox {
  /** False when no mail server is configured: nothing is ever sent then, and pages say so. */
  configured: boolean;
  /** True when {@link Outbox.add} would queue a mail of this kind to this address now. */
  takes(db: Db, mail: Omit<NewMail, "data">): Promise<boolean>;
  /**
   * Queues a mail in the caller's own transaction: what is rolled back was never told of. Does
   * nothing when no mail server is configured, or the account or the address has had its share of
   * the hour. How many one network may cause is `auth.limits.mail`.
   */
  add(db: Db, mail: NewMail): Promise<void>;
}

declare module "../../access/services.ts" {
  interface Services {
    outbox: Outbox;
  }
}

const HOUR_MS = 3_600_000;

/** The outbox of a registry; `configured` when it has a mail server. */
export function createOutbox(
  { configured, jobs, now }: { configured: boolean; jobs: Jobs; now(): Date },
): Outbox {
  const takes: Outbox["takes"] = async (db, { kind, address, userId, own = false }) => {
    if (!configured) return false;
    const { perAccount, perAddress } = MAIL_KINDS[kind];
    const { all, account } = await db.selectFrom("mail")
      .where("address", "=", address).where("kind", "=", kind)
      .where("created_at", ">", new Date(now().getTime() - HOUR_MS).toISOString())
      .select(({ fn }) => [
        fn.countAll<number>().as("all"),
        fn.count<number>("user_id").filterWhere("user_id", "=", userId ?? "").as("account"),
      ]).executeTakeFirstOrThrow();
    return Number(account) < perAccount && (own || Number(all) < perAddress);
  };
  return {
    configured,
    takes,
    async add(db, { kind, userId, address, own = false, data = {} }) {
      const mail = { kind, address, own, ...(userId !== undefined && { userId }) };
      if (!await takes(db, mail)) return;
      const at = now();
      const id = crypto.randomUUID();
      await db.insertInto("mail").values({
        id,
        kind,
        user_id: userId ?? null,
        address,
        data: JSON.stringify(data),
        created_at: at.toISOString(),
        sent_at: null,
        failed_at: null,
        reason: null,
      }).execute();
      await jobs.add(db, "mail", id, at);
    },
  };
}

declare module "../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** A mail to be handed to the mail server; about the mail's id. */
    mail: true;
  }
}
