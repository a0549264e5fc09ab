import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { MAIL_KINDS, type MailKind } from "./kinds.ts";
import type {} from "./job.ts";
import type {} from "./tables.ts";

/** A mail to be sent, by its facts. */
export interface NewMail {
  kind: MailKind;
  /** Whose account it is about, where that is known. */
  userId?: string;
  /** Where it goes; of a password reset, the address or username that was typed. */
  address: string;
  data?: Readonly<Record<string, string>>;
}

/** Where mails are put; they go out by the job queue. */
export interface Outbox {
  /** False when no mail server is configured: nothing is ever sent then, and pages say so. */
  configured: boolean;
  /** True when {@link Outbox.add} would queue a mail of this kind to this address now. */
  takes(db: Kysely<Schema>, mail: Pick<NewMail, "kind" | "address">): Promise<boolean>;
  /**
   * Queues a mail in the caller's own transaction: what is rolled back was never told of. Does
   * nothing when no mail server is configured, or the address has had its share of the hour.
   */
  add(db: Kysely<Schema>, mail: NewMail): Promise<void>;
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
  const takes: Outbox["takes"] = async (db, { kind, address }) => {
    if (!configured) return false;
    const { count } = await db.selectFrom("mail")
      .where("address", "=", address).where("kind", "=", kind)
      .where("created_at", ">", new Date(now().getTime() - HOUR_MS).toISOString())
      .select((select) => select.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return Number(count) < MAIL_KINDS[kind].perHour;
  };
  return {
    configured,
    takes,
    async add(db, { kind, userId, address, data = {} }) {
      if (!await takes(db, { kind, address })) return;
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
