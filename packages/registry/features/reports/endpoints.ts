import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../access/extension/restriction.ts";
import { NewReport, Report } from "./schema.ts";
import { findVisible } from "../../access/extension/visible.ts";
import { personOf, type Principal } from "../../access/credential/principal.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { versionOf } from "../extensions/read/version_of.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import { operatorsToTell } from "../operating/operators.ts";
import { quarantineReported } from "./quarantine_reported.ts";

const create = defineEndpoint({
  key: "reports.create",
  description:
    "The operators of the registry are told, its owners are not. Only who may read the extension " +
    "can report it. A second report while the first is open replaces its text.",
  body: NewReport,
  response: z.object({ report: Report }),
  errors: ["not_found", "rate_limited", ...RESTRICTION_CODES],
  async handle({ services, principal, body }) {
    return { report: await createReport(services, principal, body) };
  },
});

/** Reports about extensions. */
export const REPORT_ENDPOINTS: readonly Endpoint[] = [create];

/**
 * Writes down what a person tells the operators about an extension that they may read, and tells
 * the operators and the person. While an earlier report of theirs about it is open, that one is
 * changed, and nobody is told again.
 *
 * @throws SvcError `not_found`, the same for what is absent and what they may not see;
 *   `rate_limited`
 */
async function createReport(
  services: Services,
  principal: Principal,
  { extension: name, version, category, text }: NewReport,
): Promise<Report> {
  const user = personOf(principal);
  await services.auth.limits.report(user.id);
  const visible = await findVisible(services.db, principal, name);
  const { extension } = visible;
  if (version !== undefined) await versionOf(services.db, visible, version);
  const at = services.now();
  const said = { version: version ?? null, category, text };
  const { number, created_at, isNew, quarantined } = await inTransaction(
    services.db,
    async (trx) => {
      await holdCredential(trx, principal);
      const open = await trx.updateTable("report").set(said)
        .where("extension_id", "=", extension.id).where("reporter_user_id", "=", user.id)
        .where("closed_at", "is", null).returning(["number", "created_at"]).executeTakeFirst();
      const quarantined = () =>
        category === "malware"
          ? quarantineReported(trx, services, extension, version, at)
          : Promise.resolve(undefined);
      if (open !== undefined) {
        return { ...open, isNew: false, quarantined: await quarantined() };
      }
      const made = await trx.insertInto("report").values({
        ...said,
        extension_id: extension.id,
        reporter_user_id: user.id,
        created_at: at.toISOString(),
        closed_at: null,
        note: null,
      }).returning(["number", "created_at"]).executeTakeFirstOrThrow();
      await notify(trx, { kind: "report_confirmed", users: [user.id], at, extension: name });
      await tellOperators(services, trx, { name, number: made.number, category });
      return { ...made, isNew: true, quarantined: await quarantined() };
    },
  );
  if (quarantined !== undefined) {
    services.events.emit("extension.changed", quarantined);
    services.log.error("quarantine.by_reports", {
      name,
      hint: "An operator decides at /operator.",
    });
  }
  if (isNew) services.log.warn("report.received", { number, extension: name, category });
  return { number, extension: name, ...said, createdAt: created_at };
}

/**
 * Tells the operators and the accounts of `SVC_ADMINS`. They are not told who reported it: a name they find
 * with it.
 */
export async function tellOperators(
  { config, outbox, now }: Pick<Services, "config" | "outbox" | "now">,
  trx: Trx,
  { name, number, category }: { name: string; number: number; category: NewReport["category"] },
): Promise<void> {
  const users = await operatorsToTell(trx, config.admins);
  if (users.length === 0) return;
  await notify(trx, {
    kind: "report_received",
    users,
    at: now(),
    extension: name,
    text: category,
  });
  const data = { extension: name, number: String(number), category };
  for (const id of users) await warn(outbox, trx, "report_received", id, data);
}
