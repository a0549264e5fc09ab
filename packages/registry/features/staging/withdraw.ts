import { SvcError } from "@svc/core/error";
import { StagedVersion } from "@svc/core/wire";
import { actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { holdRight } from "../../access/membership/hold_right.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { notWaiting } from "../extensions/staged/waiting.ts";
import { findStaged, STAGED_PARAMS } from "./find.ts";
import { stagedView } from "./view.ts";

/** `POST …/withdraw`: who staged a version takes it back. It publishes nothing, so a key may. */
export const withdraw = defineEndpoint({
  key: "staged.withdraw",
  params: STAGED_PARAMS,
  response: StagedVersion,
  description:
    "For the person, or with the collective's token, that staged it. Its number is free " +
    "then, also where it is approved and waits for its time.",
  errors: ["not_found", "conflict", "forbidden"],
  async handle(call) {
    const { services, principal, params } = call;
    const found = await findStaged(services, principal, "staged.withdraw", params.stagedId);
    const { id, collective_id: collectiveId, extension_name: name, version } = found.staged;
    if (!stagedBy(principal, found.staged)) {
      throw new SvcError("forbidden", `Somebody else staged ${name}@${version}`, {
        hint: "Ask them, or have an admin reject it on its page.",
      });
    }
    const row = await inTransaction(services.db, async (trx) => {
      await holdRight(services, trx, principal, "staged.withdraw", collectiveId);
      const now = services.now();
      const by = userOf(principal)?.username;
      const reason = by === undefined ? "withdrawn with its token" : `withdrawn by ${by}`;
      const [ended] = await endStaged(trx, { id }, { reason, now });
      if (ended === undefined) throw notWaiting(name, version);
      const { checksum } = ended;
      await recordEvent(trx, {
        at: now,
        action: "stage_withdrawn",
        collectiveId,
        actor: actorOf(call),
        details: { extension: name, version, checksum, staged: id },
      });
      return ended;
    });
    services.log.info("version.stage_withdrawn", { name, version });
    return await stagedView(services, row);
  },
});

/** True for the person, or the token, that staged a version. */
export function stagedBy(
  principal: Principal,
  { staged_by_user_id, staged_by_token_id }: Pick<
    StagedRow,
    "staged_by_user_id" | "staged_by_token_id"
  >,
): boolean {
  return principal.kind === "collectiveToken"
    ? principal.tokenId === staged_by_token_id
    : userOf(principal) !== undefined && userOf(principal)!.id === staged_by_user_id;
}
