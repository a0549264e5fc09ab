import { SvcError } from "@svc/core/error";
import { NameField, StagedDetails, StagedList } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { findStaged, STAGED_PARAMS } from "./find.ts";
import { decisionsOf, stagedScorecard, stagedView } from "./view.ts";
import { ownMember } from "../../access/membership/own_member.ts";

/** Staged versions that are listed at most. */
const MOST = 200;

/** `GET /api/v1/staged`: those of the caller's collectives, the newest first. */
export const list = defineEndpoint({
  key: "staged.list",
  query: z.strictObject({
    collective: z.string().max(39).optional().meta({ description: "Only those of one." }),
    extension: NameField.optional().meta({ description: "Only those of one." }),
    state: z.enum(["waiting", "all"]).default("waiting").meta({
      description: "`all`: also those that were decided or ended.",
    }),
  }),
  response: StagedList,
  async handle({ services, principal, query }) {
    const rows = await stagedOf(services, principal, query);
    return { staged: await Promise.all(rows.map((row) => stagedView(services, row))) };
  },
});

/** `GET /api/v1/staged/{stagedId}` */
export const get = defineEndpoint({
  key: "staged.get",
  params: STAGED_PARAMS,
  response: StagedDetails,
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    const { staged } = await findStaged(services, principal, "staged.get", params.stagedId);
    return {
      ...await stagedView(services, staged),
      scorecard: stagedScorecard(services, staged),
      decisions: await decisionsOf(services.db, staged.id),
    };
  },
});

/** `GET /api/v1/staged/{stagedId}/download`: its archive, which has no address that others could use. */
export const download = defineEndpoint({
  key: "staged.download",
  params: STAGED_PARAMS,
  response: z.unknown(),
  errors: ["not_found", "unavailable"],
  async handle({ services, principal, params }) {
    const { staged } = await findStaged(services, principal, "staged.download", params.stagedId);
    const blob = staged.state === "rejected" || staged.state === "expired"
      ? undefined
      : await services.blobs.read(staged.checksum);
    if (blob === undefined) {
      throw new SvcError("not_found", "The archive of this version is gone", {
        hint: "It was rejected, or its time ran out. Stage it again.",
      });
    }
    return new Response(blob.body, {
      headers: {
        "content-type": "application/gzip",
        "content-disposition": "attachment",
        "content-length": String(blob.bytes),
        "cache-control": "private, no-store",
        "content-security-policy": "sandbox; default-src 'none'",
        "etag": `"${staged.checksum}"`,
      },
    });
  },
});

/** The staged versions that a caller may see. */
export async function stagedOf(
  { db, now }: Pick<Services, "db" | "now">,
  principal: Principal,
  { collective, extension, state }: {
    collective?: string | undefined;
    extension?: string | undefined;
    state: "waiting" | "all";
  },
): Promise<StagedRow[]> {
  const ownId = principal.kind === "collectiveToken" ? principal.collective.id : "";
  let query = db.selectFrom("staged_version as staged")
    .innerJoin("collective", "collective.id", "staged.collective_id")
    .leftJoin(
      "collective_member as member",
      ownMember(principal),
    )
    .where("collective.deleted_at", "is", null)
    .where((of) => of.or([of("member.role", "is not", null), of("collective.id", "=", ownId)]))
    .selectAll("staged").orderBy("staged.staged_at", "desc").orderBy("staged.id").limit(MOST);
  if (collective !== undefined) query = query.where("collective.slug", "=", collective);
  if (extension !== undefined) query = query.where("staged.extension_name", "=", extension);
  if (state === "waiting") {
    query = query.where("staged.state", "=", "staged").where((of) =>
      of.or([
        of("staged.expires_at", ">", now().toISOString()),
        of("staged.publish_after", "is not", null),
      ])
    );
  }
  return await query.execute();
}
