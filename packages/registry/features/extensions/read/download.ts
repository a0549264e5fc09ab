import { ChannelName } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { versionParams } from "../record/params.ts";
import { findArchive } from "./find_version.ts";
import type {} from "./pulls.ts";
import type {} from "../upload/signed_url.ts";

/** How long the address of an archive stands, in milliseconds. */
const ADDRESS_LIFETIME = 10 * 60_000;

/** `GET …/{name}@{version}/download`: 302 to the archive; tells in a header when it was yanked. */
export const download = defineEndpoint({
  key: "extensions.download",
  params: versionParams,
  query: z.strictObject({
    channel: ChannelName.optional().meta({ description: "Accepted; a version is unique." }),
  }),
  status: 302,
  response: z.unknown(),
  errors: ["not_found"],
  async handle({ services, principal, params, request }) {
    const found = await findArchive(services, principal, params.name, params.version);
    if (request.method !== "HEAD") services.pulls.add(found.extension.id, found.extension.name);
    const location = await services.urls.sign(
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
