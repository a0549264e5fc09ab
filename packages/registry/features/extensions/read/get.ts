import { ExtensionInfo } from "@svc/core/wire";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { nameParams } from "../record/params.ts";
import { infoOf } from "./info.ts";
import { sharedRead } from "./shared_read.ts";

/** `GET /api/v1/extensions/{name}`: an extension's record; a yanked one has `yankedAt` set. */
export const get = defineEndpoint({
  key: "extensions.get",
  params: nameParams,
  response: ExtensionInfo,
  errors: ["not_found"],
  handle: (call) =>
    sharedRead(
      call,
      call.params.name,
      call.params.name,
      (visible) => infoOf(call.services, visible),
    ),
});
