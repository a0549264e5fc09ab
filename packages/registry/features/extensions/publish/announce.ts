import { PushRequest, PushResponse } from "@svc/core/wire";
import { LIMITS } from "@svc/core/limit";
import { POLICY } from "@svc/core/policy";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { assertConfirmed } from "../../../access/membership/confirmed.ts";
import { likeOf, wantedBy } from "../name/take.ts";
import { actorOf } from "../../../access/audit/actor.ts";
import { authorizeOwner } from "../../../access/extension/authorize.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { assertTrusted } from "../provenance/claim.ts";
import { assertMayPublish } from "../../publishing/setting.ts";
import { bindVersion } from "../../publishing/use.ts";
import { assertPushes } from "../staged/rule.ts";
import { assertNotStaged } from "../staged/waiting.ts";
import { assertOpen, findPublished, versionExists } from "./conflicts.ts";
import type {} from "../upload/signed_url.ts";

/** `POST /api/v1/extensions/push`: checks the announcement and gives an address to upload to. */
export const announce = defineEndpoint({
  key: "extensions.push",
  body: PushRequest,
  response: PushResponse,
  errors: [
    "forbidden",
    "no_publisher",
    "trusted_publishing_only",
    "version_exists",
    "extension_yanked",
    ...RESTRICTION_CODES,
    "not_found",
    "invalid_name",
    "name_reserved",
    "name_too_close",
    "version_staged",
    "staging_required",
    "extension_moved",
    "provenance_invalid",
  ],
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = await authorizeOwner(call, POLICY["extensions.push"], body.name);
    await assertConfirmed(services, principal);
    assertTrusted(services, body.provenance);
    const { db } = services;
    const wanted = { name: body.name, collectiveId: collective.id };
    await assertMayPublish(db, principal, wanted);
    await bindVersion(db, principal, body.stage === true ? "stage" : "push", body);
    const published = await findPublished(services.db, body.name, body.version);
    if (published) assertOpen(body.name, published);
    if (published?.checksum && published.checksum !== body.checksum) {
      throw versionExists(body.name, body.version, published.version_yanked_at);
    }
    await assertNotStaged(services.db, body);
    if (body.stage !== true) await assertPushes(services.db, wanted, services.now());
    if (published === undefined) {
      // Before the upload; the transaction that publishes asks again.
      await likeOf(services, { ...wanted, ...wantedBy(principal) });
    }
    const id = crypto.randomUUID();
    const expires = services.now().getTime() + LIMITS.uploadLifetimeMs;
    await services.db.insertInto("upload").values({
      id,
      name: body.name,
      version: body.version,
      actor: actorOf(call).key,
      announcement: JSON.stringify(body),
      checksum: null,
      bytes: null,
      created_at: services.now().toISOString(),
      expires_at: new Date(expires).toISOString(),
    }).execute();
    return {
      uploadUrl: await services.uploads.address(id, LIMITS.uploadLifetimeMs) ??
        services.urls.sign("upload", `/uploads/${id}`, expires),
      s3Key: `uploads/${id}`,
      extensionId: published?.id ?? id,
      isPrivate: collective.private,
    };
  },
});
