import { ChannelName, LatestResponse } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { findVisible } from "../../../access/extension/visible.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { nameParams } from "../record/params.ts";
import { latestOfChannel } from "./latest.ts";

/** `GET /api/v1/extensions/{name}/latest`: the newest version of a channel, yanked ones left out. */
export const getLatest = defineEndpoint({
  key: "extensions.latest",
  params: nameParams,
  query: z.strictObject({ channel: ChannelName.default("stable") }),
  response: LatestResponse,
  errors: ["not_found", "extension_yanked"],
  cache: OF_EXTENSION,
  async handle({ services, principal, params, query }) {
    const { extension } = await findVisible(services.db, principal, params.name);
    return await latestOfChannel(services, extension, query.channel);
  },
});
