import { ChannelName, ChecksumResponse } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { summaryOf } from "../provenance/summary.ts";
import { versionParams } from "../record/params.ts";
import { findArchive } from "./find_version.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

/** `GET …/{name}@{version}/checksum`: the SHA-256 of the archive, and whether it was yanked. */
export const checksum = defineEndpoint({
  key: "extensions.checksum",
  params: versionParams,
  query: z.strictObject({ channel: ChannelName.optional() }),
  response: ChecksumResponse,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: OF_EXTENSION,
  async handle({ services, principal, params }) {
    const found = await findArchive(services, principal, params.name, params.version);
    const yanked = found.yanked_at === null ? found.extension : found;
    return {
      checksum: found.checksum,
      channel: ChannelName.parse(found.channel),
      publishedAt: found.published_at,
      yankedAt: yanked.yanked_at,
      yankReason: yanked.yanked_at === null ? null : yanked.yank_reason,
      ...(found.published_as === null ? {} : { publishedAs: found.published_as }),
      provenance: summaryOf(found),
    };
  },
});
