import { ProvenanceResponse } from "@svc/core/wire";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { findArchive } from "./find_version.ts";
import { versionParams } from "../record/params.ts";

/**
 * `GET …/{name}@{version}/provenance`: the statements as they were sent, to be verified by who asks.
 * Whoever may download the version may read them.
 */
export const getProvenance = defineEndpoint({
  key: "provenance.get",
  params: versionParams,
  response: ProvenanceResponse,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: OF_EXTENSION,
  async handle({ services, principal, params }) {
    const { id } = await findArchive(services, principal, params.name, params.version);
    const rows = await services.db.selectFrom("provenance")
      .leftJoin("signing_key", "signing_key.id", "provenance.signing_key_id")
      .select(["kind", "bundle", "verified_at", "spki", "created_at", "revoked_at"])
      .where("version_id", "=", id).execute();
    return {
      bundles: rows.map(({ kind, bundle, verified_at, spki, created_at, revoked_at }) => ({
        kind,
        bundle,
        publicKey: spki === null
          ? null
          : { spki, registeredAt: created_at!, revokedAt: revoked_at },
        verifiedAt: verified_at,
      })),
    };
  },
});
