import { ExtensionInfo } from "@svc/core/wire";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { nameParams } from "../record/params.ts";
import { infoOf } from "./info.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { findReadable } from "./readable.ts";

/** `GET /api/v1/extensions/{name}`: an extension's record; a yanked one has `yankedAt` set. */
export const get = defineEndpoint({
  key: "extensions.get",
  params: nameParams,
  response: ExtensionInfo,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: OF_EXTENSION,
  handle: async ({ services, principal, params }) =>
    await infoOf(services, await findReadable(services.db, principal, params.name)),
});
