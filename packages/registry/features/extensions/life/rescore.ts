import { Scorecard } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { nameParams } from "../record/params.ts";
import { readCurrentVersion } from "../read/info.ts";
import { rescoreVersion } from "../score/rescore.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { extensionOf, findVisible } from "../../../access/extension/visible.ts";
import { carryOut } from "./change.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

/** `POST …/{name}/rescore`: analyses the shown version again and returns its scorecard. */
export const rescore = defineEndpoint({
  key: "extensions.rescore",
  params: nameParams,
  body: z.strictObject({}).optional(),
  response: Scorecard,
  errors: ["not_found", ...RESTRICTION_CODES, "unavailable"],
  async handle(call) {
    const { services, principal, params: { name } } = call;
    const visible = extensionOf(call);
    const before = await readCurrentVersion(services, visible.extension);
    if (!before) throw new SvcError("not_found", `${name} has no published version`);
    await rescoreVersion(services, before.id);
    await carryOut(call, visible, {
      key: "extensions.rescore",
      action: "rescored",
      details: { version: before.version },
      apply: () => Promise.resolve(undefined),
    });
    const after = await findVisible(services.db, principal, name, { authorized: true });
    const version = await readCurrentVersion(services, after.extension);
    return scorecardOf(services.config, after.extension, version!);
  },
});
