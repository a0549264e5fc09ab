import { ChannelName, LatestResponse } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { nameParams } from "../record/params.ts";
import { latestOfChannel } from "./latest.ts";
import { sharedRead } from "./shared_read.ts";

/** `GET /api/v1/extensions/{name}/latest`: the newest version of a channel, yanked ones left out. */
export const getLatest = defineEndpoint({
  key: "extensions.latest",
  params: nameParams,
  query: z.strictObject({ channel: ChannelName.default("stable") }),
  response: LatestResponse,
  errors: ["not_found", "extension_yanked"],
  handle: (call) =>
    sharedRead(
      call,
      `${call.params.name}/latest/${call.query.channel}`,
      call.params.name,
      ({ extension }) => latestOfChannel(call.services, extension, call.query.channel),
    ),
});
