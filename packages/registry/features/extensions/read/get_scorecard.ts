import { Scorecard, VersionField } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { OF_EXTENSION } from "../../../access/response_cache/mod.ts";
import { nameParams } from "../record/params.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { readCurrentVersion } from "./info.ts";
import { versionOf } from "./version_of.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import { findReadable, readBy } from "./readable.ts";

/** `GET /api/v1/extensions/{name}/scorecard`: composed under the current rubric on each change. */
export const getScorecard = defineEndpoint({
  key: "extensions.scorecard",
  params: nameParams,
  query: z.strictObject({
    version: VersionField.optional().meta({ description: "The version; default: the newest." }),
  }),
  response: Scorecard,
  errors: ["not_found", ...RESTRICTION_CODES],
  cache: OF_EXTENSION,
  async handle({ services, principal, params: { name }, query }) {
    const readable = await findReadable(services.db, principal, name);
    const { extension } = readable;
    const version = query.version === undefined
      ? await readCurrentVersion(services, extension)
      : await versionOf(services.db, readable, query.version, readBy(readable));
    if (!version) {
      throw new SvcError("not_found", `${name} has no version yet`, {
        hint: `List them: svc extension versions ${name}`,
      });
    }
    return scorecardOf(services.config, extension, version);
  },
});
