import { ChannelName, ConfirmRequest, ConfirmResponse } from "@svc/core/wire";
import { POLICY } from "@svc/core/policy";
import type { z } from "zod";
import { authorIn } from "../../../access/author/author.ts";
import { assertMayPublish } from "../../publishing/setting.ts";
import { runOf, useUp } from "../../publishing/use.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import type { Services } from "../../../access/services.ts";
import { actorOf } from "../../../access/audit/actor.ts";
import { holdRight } from "../../../access/membership/hold_right.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { heldName, likeOf, wantedBy } from "../name/take.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { assertPushes } from "../staged/rule.ts";
import { stageIn } from "../staged/stage.ts";
import { assertNotStaged, findWaiting } from "../staged/waiting.ts";
import { authorizeOwner } from "../../../access/extension/authorize.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { finishUpload, uploadedChecksum } from "../upload/finish_upload.ts";
import { layUpload } from "../upload/lay_upload.ts";
import { commitPublication, type Published, type Publisher } from "./commit.ts";
import { assertOfRun } from "../provenance/of_run.ts";
import { assertOpen, findPublished, uploadMissing, versionExists } from "./conflicts.ts";
import { prepare, type Prepared, repairArchive, UPLOAD_ERRORS } from "./prepare.ts";
import { tellPublished } from "./tell.ts";
import type {} from "../../registry_log/registry_log.ts";

/** How long an answer waits for the version's place in the log, in milliseconds. */
const LOGGED_WITHIN = 2_000;

/** A checked confirmation. */
type Confirmation = z.output<typeof ConfirmRequest>;

/** Whoever pushes is who is told nothing of it. */
type Pushing = Publisher & Required<Pick<Publisher, "by">>;

/** `POST /api/v1/extensions/confirm`: publishes the uploaded archive and returns its scorecard. */
export const confirm = defineEndpoint({
  key: "extensions.confirm",
  body: ConfirmRequest,
  response: ConfirmResponse,
  errors: [...UPLOAD_ERRORS, "name_held", "staging_required"],
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = await authorizeOwner(call, POLICY["extensions.confirm"], body.name);
    const wanted = { name: body.name, collectiveId: collective.id };
    await assertPushes(services.db, wanted, services.now());
    const actor = actorOf(call);
    const publisher = {
      collectiveId: collective.id,
      author: authorIn(principal, collective.id),
      byRun: runOf(principal, body.name),
      actor,
      by: principal,
      wants: wantedBy(principal),
      right: async (trx: Trx) => {
        await holdRight(services, trx, principal, "extensions.confirm", collective.id);
        await assertMayPublish(trx, principal, wanted);
        await useUp(trx, principal, body, services.now());
        await assertPushes(trx, wanted, services.now());
      },
    };
    const published = await publishUpload(services, body, publisher);
    const { extension, version, alreadyPublished } = published;
    tellPublished(services, published, publisher);
    const logIndex = await services.registryLog?.indexOf({
      extensionId: extension.id,
      version: version.version,
      kind: "published",
    }, LOGGED_WITHIN);
    return {
      extensionId: extension.id,
      name: extension.name,
      version: version.version,
      channel: ChannelName.parse(version.channel),
      checksum: version.checksum,
      alreadyPublished,
      yankedAt: version.yanked_at,
      isPrivate: collective.private,
      scorecard: scorecardOf(services.config, extension, version),
      logIndex: logIndex ?? null,
    };
  },
});

async function publishUpload(
  services: Services,
  body: Confirmation,
  publisher: Pushing,
): Promise<Published> {
  const { actor } = publisher;
  const known = await findPublished(services.db, body.name, body.version);
  if (known) assertOpen(body.name, known);
  await using upload = await layUpload(services, body, actor);
  const checksum = upload?.checksum ?? await uploadedChecksum(services, body, actor);
  await assertNotStaged(services.db, { ...body, checksum });
  if (known?.checksum) {
    const before = await alreadyPublished(services, known.id, body, checksum);
    if (upload) await repairArchive(services, upload);
    return before;
  }
  try {
    if (!upload) throw uploadMissing(body);
    const prepared = await prepare(services, body, upload, publisher.collectiveId);
    if (publisher.by) assertOfRun(publisher.by, prepared.provenance);
    if (known === undefined) await holdName(services, prepared, publisher);
    const publication = await commitPublication(services, { ...prepared, ...publisher });
    await finishUpload(services, upload);
    return publication;
  } catch (error) {
    // Another confirmation of the same upload was faster, and has removed its bytes.
    const meanwhile = await findPublished(services.db, body.name, body.version);
    if (!meanwhile?.checksum || meanwhile.checksum !== checksum) throw error;
    const before = await alreadyPublished(services, meanwhile.id, body, checksum);
    // It may be this one that has committed it, and nobody was told.
    return { ...before, changed: [body.name] };
  }
}

/**
 * Keeps the first version of an extension whose name is for the operators to decide, and refuses it
 * until they have.
 *
 * @throws SvcError `name_held`
 */
async function holdName(
  services: Services,
  prepared: Prepared,
  publisher: Pushing,
): Promise<void> {
  const { name, content: { version } } = prepared;
  const wanted = { name, collectiveId: publisher.collectiveId, ...publisher.wants };
  const like = await likeOf(services, wanted);
  if (like?.by !== "edit") return;
  await inTransaction(services.db, async (trx) => {
    await publisher.right(trx);
    if (await findWaiting(trx, name, version) !== undefined) return;
    await stageIn(trx, services, { ...prepared, ...publisher, pushed: true, like });
  });
  throw heldName(name, like);
}

/** A repeated confirmation of the same bytes changes nothing and answers as the first did. */
async function alreadyPublished(
  { db }: Services,
  extensionId: string,
  { name, version }: Confirmation,
  checksum: string | undefined,
): Promise<Published> {
  const row = await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extensionId).where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (row.checksum !== checksum) throw versionExists(name, version, row.yanked_at);
  const extension = await db.selectFrom("extension").selectAll().where("id", "=", extensionId)
    .executeTakeFirstOrThrow();
  return { extension, version: row, alreadyPublished: true, changed: [] };
}
