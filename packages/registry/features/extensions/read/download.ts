import { ChannelName } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { versionParams } from "../record/params.ts";
import { findArchive } from "./find_version.ts";
import type {} from "../../../access/audit/once.ts";
import type {} from "../pulls/count.ts";
import type {} from "../upload/signed_url.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

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
