import { createHash } from "node:crypto";
import { SvcError } from "@svc/core/error";
import { PUBLISHER_ACTIONS, type PublisherAction } from "@svc/core/wire";
import { REGISTRY } from "../../access/audit/actor.ts";
import { eventIdOf, recordEvent, recordEventOnce } from "../../access/audit/record.ts";
import type { Services } from "../../access/services.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { storedList } from "../../platform/store/list.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { compare, type Difference, placesOf, type PublisherRow } from "../publishers/compare.ts";
import { disablePublishers } from "../publishers/disable.ts";
import type { Job } from "../publishers/providers/mod.ts";
import { tellPublisher } from "../publishers/tell.ts";
import { fieldsText, placeText } from "../publishers/text.ts";
import type { TokenIssuer } from "./issuers/find.ts";
import { loggedPublisher } from "../publishers/log_entry.ts";

/** A publisher that trusts the job. */
export interface Fit {
  row: PublisherRow;
  /** The one version that the tag names, where the publisher asks for that. */
  version: string | null;
  actions: readonly PublisherAction[];
}

/** What all publishers that may be meant say to a job. */
export interface Judged {
  /** One an extension: the first that may push, else the first. */
  fits: readonly Fit[];
  differing: readonly { row: PublisherRow; differences: readonly Difference[] }[];
  renamed: readonly PublisherRow[];
  replaced: readonly PublisherRow[];
}

/** Compares a job with the publishers of its issuer that have its name or its ids. */
export async function judge(
  { db }: { db: Db },
  { base, provider }: TokenIssuer,
  job: Job,
): Promise<Judged> {
  const places = placesOf(provider, job);
  const rows = await db.selectFrom("publisher").selectAll()
    .where("issuer", "=", base).where("provider", "=", provider)
    .where("disabled_at", "is", null)
    .where((of) =>
      of.or([
        of("place", "=", places.name),
        of("id_place", "=", places.ids),
      ])
    )
    .orderBy("created_at").orderBy("id").execute();
  const fits = new Map<string, Fit>();
  const differing = [];
  const renamed = [];
  const replaced = [];
  for (const row of rows) {
    const verdict = compare(row, job);
    switch (verdict.kind) {
      case "fits": {
        const actions = PUBLISHER_ACTIONS.filter((each) => storedList(row.actions).includes(each));
        const before = fits.get(row.extension_name);
        if (before === undefined || !before.actions.includes("push") && actions.includes("push")) {
          fits.set(row.extension_name, { row, version: verdict.version, actions });
        }
        break;
      }
      case "differs":
        differing.push({ row, differences: verdict.differences });
        break;
      case "renamed":
        renamed.push(row);
        break;
      case "replaced":
        replaced.push(row);
        break;
    }
  }
  return { fits: [...fits.values()], differing, renamed, replaced };
}

/** Keeps the ids of the first job that fits: the place is known by them from then on. */
export async function learnIds(
  services: Pick<Services, "outbox" | "now">,
  trx: Trx,
  row: PublisherRow,
  job: Job,
): Promise<void> {
  if (row.ids !== null) return;
  const at = services.now();
  await trx.updateTable("publisher").set({
    ids: JSON.stringify(job.ids),
    id_place: placesOf(row.provider, job).ids,
    ids_learned_at: at.toISOString(),
  }).where("id", "=", row.id).where("ids", "is", null).execute();
  const told = {
    extension: row.extension_name,
    place: placeText(row),
    ids: fieldsText(row.provider, job.ids),
    run: job.run.url,
  };
  await recordEvent(trx, {
    at,
    action: "publisher.learned",
    collectiveId: row.collective_id,
    actor: REGISTRY,
    details: { ...told, publisher: row.id },
    logged: loggedPublisher({ ...row, ids: JSON.stringify(job.ids) }),
  });
  const { collective_id: collectiveId } = row;
  await tellPublisher(services, trx, "publisher_learned", { collectiveId, at, told });
}

/**
 * The refusal of a job that no publisher trusts. What its own collective has to know is stored first: a
 * place that has another name waits for an admin, a name that another place has taken is disabled, and
 * the first refusal of each publisher in an hour is in the log.
 */
export async function refuse(
  services: Pick<Services, "db" | "outbox" | "now">,
  issuer: TokenIssuer,
  job: Job,
  judged: Judged,
): Promise<SvcError> {
  await noteReplaced(services, job, judged.replaced);
  await noteRenamed(services, job, judged.renamed);
  const near = judged.differing.toSorted((a, b) => a.differences.length - b.differences.length)[0];
  await noteRefused(services, job, [
    ...judged.differing,
    ...judged.renamed.map((row) => ({ row, differences: [] })),
  ]);
  const place = fieldsText(issuer.provider, job.names) || job.run.name;
  if (judged.replaced.length > 0) {
    return new SvcError("no_publisher", `The publisher trusted another place named ${place}`, {
      hint:
        "Its ids are others: it was created again or taken over. The publisher is disabled; an " +
        "admin of the collective can add it again.",
    });
  }
  if (judged.renamed.length > 0) {
    return new SvcError("no_publisher", `The publisher knows ${place} under another name`, {
      hint: "An admin of the collective can accept the new name on the page of its publishers.",
    });
  }
  if (near !== undefined) {
    const details = near.differences.map(({ claim, value }) => ({
      path: claim,
      message: `is '${value}', which the publisher does not take`,
    }));
    return new SvcError(
      "no_publisher",
      `The publisher of ${place} does not trust this job: ${
        details.map(({ path }) => path).join(", ")
      }`,
      {
        hint: details.map(({ path, message }) => `${path} ${message}`).join("; "),
        details,
      },
    );
  }
  return new SvcError("no_publisher", `No publisher trusts jobs of ${place}`, {
    hint: "An admin of the collective adds one: svc publisher add",
  });
}

type Noting = Pick<Services, "db" | "outbox" | "now">;

async function noteReplaced(services: Noting, job: Job, rows: readonly PublisherRow[]) {
  if (rows.length === 0) return;
  await inTransaction(services.db, async (trx) => {
    for (const row of rows) {
      const reason = `Another place has the name now: its ids are ${
        fieldsText(row.provider, job.ids)
      }, not ${fieldsText(row.provider, JSON.parse(row.ids!))}.`;
      await disablePublishers(services, trx, [row], { reason, at: services.now() });
    }
  });
}

async function noteRenamed({ db }: Noting, job: Job, rows: readonly PublisherRow[]) {
  if (rows.length === 0) return;
  await db.updateTable("publisher").set({ renamed: JSON.stringify(job.names) })
    .where("id", "in", rows.map(({ id }) => id)).execute();
}

async function noteRefused(
  { db, now }: Noting,
  job: Job,
  refused: readonly { row: PublisherRow; differences: readonly Difference[] }[],
) {
  const at = now();
  for (const { row, differences } of refused) {
    const about = `refused exchange ${row.id} ${at.toISOString().slice(0, 13)}`;
    await recordEventOnce(db, eventIdOf(createHash("sha256").update(about).digest("hex")), {
      at,
      action: "publisher.refused",
      collectiveId: row.collective_id,
      actor: REGISTRY,
      details: {
        extension: row.extension_name,
        publisher: row.id,
        run: job.run.url,
        claims: differences.map(({ claim }) => claim).join(", ") || "name",
      },
    });
  }
}
