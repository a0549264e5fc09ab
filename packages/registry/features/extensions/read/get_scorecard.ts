import { Scorecard, VersionField } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { nameParams } from "../record/params.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { readShownVersion } from "./info.ts";
import { sharedRead } from "./shared_read.ts";

/** `GET /api/v1/extensions/{name}/scorecard`: composed under the current rubric on each change. */
export const getScorecard = defineEndpoint({
  key: "extensions.scorecard",
  params: nameParams,
  query: z.strictObject({
    version: VersionField.optional().meta({ description: "The newest version unless given." }),
  }),
  response: Scorecard,
  errors: ["not_found"],
  handle: ({ services, params: { name }, query, ...call }) =>
    sharedRead(
      { services, ...call },
      `${name}/scorecard/${query.version ?? ""}`,
      name,
      async ({ extension }) => {
        const version = query.version === undefined
          ? await readShownVersion(services, extension)
          : await services.db.selectFrom("extension_version").selectAll()
            .where("extension_id", "=", extension.id).where("version", "=", query.version)
            .executeTakeFirst();
        if (!version) throw new SvcError("not_found", `${name} has no such version`);
        return scorecardOf(services.config, extension, version);
      },
    ),
});
