import { ChannelName, ChecksumResponse } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { versionParams } from "../record/params.ts";
import { findArchive } from "./find_version.ts";
import type {} from "../../../access/audit/once.ts";
import type {} from "../pulls/count.ts";
import type {} from "../upload/signed_url.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { summaryOf } from "../provenance/summary.ts";

/** How long the address of an archive stands, in milliseconds. */
const ADDRESS_LIFETIME = 10 * 60_000;

/** The same of an address outside of this server, which cannot look again whether it may leave. */
const OUTSIDE_LIFETIME = 2 * 60_000;

/** `GET …/{name}@{version}/download`: 302 to the archive; tells in a header when it was yanked. */
export const download = defineEndpoint({
  key: "extensions.download",
  params: versionParams,
  query: z.strictObject({
    channel: ChannelName.optional().meta({
      description: "Accepted, but not needed: a version is unique.",
    }),
  }),
  status: 302,
  response: z.unknown(),
  errors: ["not_found", ...RESTRICTION_CODES],
  // Short beside the life of the address, which others get the rest of.
  cache: { ...OF_EXTENSION, seconds: 30, counted: true },
  async handle(call) {
    const { services, principal, params, eachTime } = call;
    const found = await findArchive(services, principal, params.name, params.version);
    const { id, name } = found.extension;
    if (found.collective.private) {
      const { id: collectiveId } = found.collective;
      const { version } = params;
      const what = { collectiveId, extensionId: id, version };
      await services.eventsOnce.download(call, what, services.now());
    }
    eachTime((caller) => services.pulls.add({ id, name }, caller));
    const location = await services.blobs.address(found.checksum, OUTSIDE_LIFETIME) ??
      services.urls.sign(
        "download",
        `/blobs/${found.checksum}`,
        services.now().getTime() + ADDRESS_LIFETIME,
      );
    return new Response(null, {
      status: 302,
      headers: {
        location,
        "cache-control": "no-store",
        ...(found.yanked_at ?? found.extension.yanked_at ? { "svc-yanked": "true" } : {}),
      },
    });
  },
});

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
