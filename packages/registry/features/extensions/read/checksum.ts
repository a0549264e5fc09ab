import { ChannelName } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { versionParams } from "../record/params.ts";
import { findArchive } from "./find_version.ts";

/** `GET …/{name}@{version}/checksum`: the SHA-256 of the archive. */
export const checksum = defineEndpoint({
  key: "extensions.checksum",
  params: versionParams,
  query: z.strictObject({ channel: ChannelName.optional() }),
  response: z.object({ checksum: z.string() }),
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    const found = await findArchive(services, principal, params.name, params.version);
    return { checksum: found.checksum };
  },
});
