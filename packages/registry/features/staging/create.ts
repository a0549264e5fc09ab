import { POLICY } from "@svc/core/policy";
import { ConfirmRequest, StageResponse } from "@svc/core/wire";
import type { z } from "zod";
import { actorOf } from "../../access/audit/actor.ts";
import { type Call, defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { authorizeOwner } from "../../access/extension/authorize.ts";
import { assertConfirmed } from "../../access/membership/confirmed.ts";
import { holdRight } from "../../access/membership/hold_right.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { likeOf, wantedBy } from "../extensions/name/take.ts";
import {
  assertOpen,
  findPublished,
  uploadMissing,
  versionExists,
} from "../extensions/publish/conflicts.ts";
import { assertOfRun } from "../extensions/provenance/of_run.ts";
import { prepare, repairArchive, UPLOAD_ERRORS } from "../extensions/publish/prepare.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { stageIn } from "../extensions/staged/stage.ts";
import { findWaiting, versionStaged } from "../extensions/staged/waiting.ts";
import { finishUpload, uploadedChecksum } from "../extensions/upload/finish_upload.ts";
import { assertMayPublish } from "../publishing/setting.ts";
import { bindVersion, runOf, useUp } from "../publishing/use.ts";
import { layUpload } from "../extensions/upload/lay_upload.ts";
import { stagedScorecard, stagedView } from "./view.ts";

type Body = z.output<typeof ConfirmRequest>;

/**
 * `POST /api/v1/extensions/stage`: checks and scores the uploaded archive as a confirmed push does, and
 * keeps it for those who approve.
 */
export const create = defineEndpoint({
  key: "staged.create",
  body: ConfirmRequest,
  status: 201,
  response: StageResponse,
  description: "Follows `extensions/push` with `stage: true` and the upload. Its number is taken " +
    "while it waits. It is published as it was uploaded once people approved it, or goes after 14 days.",
  errors: [...UPLOAD_ERRORS, "forbidden"],
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = await authorizeOwner(call, POLICY["staged.create"], body.name);
    await assertConfirmed(services, principal);
    const { row, alreadyStaged } = await stage(call, body, collective.id);
    if (!alreadyStaged) {
      services.log.info("version.staged", { name: row.extension_name, version: row.version });
    }
    return {
      ...await stagedView(services, row),
      alreadyStaged,
      scorecard: stagedScorecard(services, row),
    };
  },
});

async function stage(
  call: Call,
  body: Body,
  collectiveId: string,
): Promise<{ row: StagedRow; alreadyStaged: boolean }> {
  const { services, principal } = call;
  const { name, version } = body;
  const actor = actorOf(call);
  const byRun = runOf(principal, name);
  await assertMayPublish(services.db, principal, { name, collectiveId });
  await bindVersion(services.db, principal, "stage", body);
  const known = await findPublished(services.db, name, version);
  if (known) assertOpen(name, known);
  if (known?.checksum) throw versionExists(name, version, known.version_yanked_at);
  await using upload = await layUpload(services, body, actor);
  const checksum = upload?.checksum ?? await uploadedChecksum(services, body, actor);
  const waiting = await findWaiting(services.db, name, version);
  if (waiting) {
    if (waiting.checksum !== checksum) throw versionStaged(name, version);
    if (upload) await repairArchive(services, upload);
    return { row: waiting, alreadyStaged: true };
  }
  if (!upload) throw uploadMissing(body);
  const wanted = { name, collectiveId, ...wantedBy(principal) };
  // Before the work; the transaction asks again.
  if (known === undefined) await likeOf(services, wanted);
  const prepared = await prepare(services, body, upload, collectiveId);
  assertOfRun(principal, prepared.provenance);
  const row = await inTransaction(services.db, async (trx) => {
    await holdRight(services, trx, principal, "staged.create", collectiveId);
    await assertMayPublish(trx, principal, { name, collectiveId });
    await useUp(trx, principal, body, services.now());
    const published = await findPublished(trx, name, version);
    if (published) assertOpen(name, published);
    if (published?.checksum) throw versionExists(name, version, published.version_yanked_at);
    const meanwhile = await findWaiting(trx, name, version);
    if (meanwhile) {
      if (meanwhile.checksum === prepared.content.checksum) return meanwhile;
      throw versionStaged(name, version);
    }
    const found = published ? undefined : await likeOf({ ...services, db: trx }, wanted);
    const like = found?.by === "edit" ? found : undefined;
    const who = { collectiveId, actor, byRun, by: principal };
    return await stageIn(trx, services, { ...prepared, ...who, pushed: false, like });
  });
  await finishUpload(services, upload);
  return { row, alreadyStaged: false };
}
