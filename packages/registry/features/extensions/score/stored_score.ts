import { RUBRIC_VERSION } from "@svc/core/rubric";
import { uncheckedPoints } from "@svc/scorecard/compose";
import type { Config } from "../../../platform/config/mod.ts";
import type { Db, Trx } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { isCurrent } from "../record/current_version.ts";
import { scorecardOf } from "./scorecard.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

type Scoring = Pick<Config, "provenance">;

/** What else scores were composed under: the trust root, where provenance is counted. */
type Basis = Scoring & { rootDigest?: string | null };

/** What is stored of a score: with another list, all are composed again. */
const STORED = ["score", "score_unchecked"] as const;

/** Extensions whose scores are composed in one transaction: others wait for it, a few milliseconds. */
const BATCH = 50;

/**
 * Composes an extension's score and stores it, so that lists can be sorted by it. Called in every
 * transaction that changes what a score is made of: facts, audit, metadata, verification, or which
 * version is shown.
 */
export async function storeScore(trx: Trx, config: Scoring, extensionId: string): Promise<void> {
  const extension = await trx.selectFrom("extension").selectAll().where("id", "=", extensionId)
    .executeTakeFirstOrThrow();
  const fresh = await composeScore(trx, config, extension);
  const { score, score_unchecked } = extension;
  if (fresh.score === score && fresh.score_unchecked === score_unchecked) return;
  await trx.updateTable("extension").set(fresh).where("id", "=", extensionId).execute();
}

/**
 * Composes every stored score again when they were composed under another rubric, or under another
 * setting that scores depend on, or never. Lists are sorted by what was composed before until then.
 * Ended before it is done, it begins again next time.
 *
 * @returns how many extensions it composed
 */
export async function refreshScores(
  db: Db,
  config: Basis,
  stopping?: AbortSignal,
): Promise<number> {
  const root = config.provenance ? [config.rootDigest ?? null] : [];
  const basis = JSON.stringify([RUBRIC_VERSION, config.provenance, STORED, ...root]);
  const stored = await db.selectFrom("score_basis").select("basis").executeTakeFirst();
  if (stored?.basis === basis) return 0;
  let composed = 0;
  for (let after = 0;;) {
    const rows = await db.selectFrom("extension").select(["number", "id"])
      .where("number", ">", after).orderBy("number").limit(BATCH).execute();
    if (rows.length === 0) break;
    await inTransaction(db, async (trx) => {
      for (const { id } of rows) await storeScore(trx, config, id);
    });
    composed += rows.length;
    after = rows.at(-1)!.number;
    // Whatever else waits has its turn.
    await new Promise((resolve) => setTimeout(resolve));
    if (stopping?.aborted) return composed;
  }
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("score_basis").execute();
    await trx.insertInto("score_basis").values({ basis }).execute();
  });
  return composed;
}

async function composeScore(
  trx: Trx,
  config: Scoring,
  extension: ExtensionRow,
): Promise<Pick<ExtensionRow, typeof STORED[number]>> {
  const shown = await trx.selectFrom("extension_version").select([
    "facts",
    "trust",
    "provenance_kind",
  ])
    .where("extension_id", "=", extension.id).where(isCurrent(extension)).executeTakeFirst();
  if (!shown) return { score: null, score_unchecked: null };
  const scorecard = scorecardOf(config, extension, shown);
  return { score: scorecard.percentage, score_unchecked: uncheckedPoints(scorecard) };
}
