import type { JoinBuilder } from "kysely";
import { type Principal, userOf } from "../credential/principal.ts";

/** Joins the caller's membership in `collective` as `member`: of none, and of no person, nothing. */
export const ownMember = (principal: Principal) =>
(
  // deno-lint-ignore no-explicit-any
  join: JoinBuilder<any, any>,
) =>
  join.onRef("member.collective_id", "=", "collective.id")
    .on("member.user_id", "=", userOf(principal)?.id ?? "");
