import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { getRule, setRule } from "./approval.ts";
import { create } from "./create.ts";
import { approve, decisionSubject, override, reject } from "./decide.ts";
import { download, get, list } from "./list.ts";
import { withdraw } from "./withdraw.ts";
import { DECISIONS, statementOf } from "@svc/core/approval";
import { z } from "zod";
import { askPasskey, Question } from "../passkey/mod.ts";
import { findStaged, STAGED_PARAMS } from "./find.ts";
import { onlyOf } from "../../access/credential/principal.ts";

/** `POST …/challenge`: what a passkey of the account signs for a decision, about this and nothing else. */
const ask = defineEndpoint({
  key: "staged.ask",
  params: STAGED_PARAMS,
  body: z.strictObject({ decision: z.enum(DECISIONS) }),
  response: Question,
  description: "The challenge is the SHA-256 of a nonce and the lines `svc-approve-v1` (or " +
    "`svc-reject-v1`, `svc-override-v1`), the registry's origin, the id, the name, the version, the " +
    "channel and the archive's SHA-256, with a line end between them.",
  errors: ["not_found", "rule_refused"],
  async handle({ services, principal, params, body: { decision } }) {
    const { user, sessionId } = onlyOf(principal, "session");
    const { staged } = await findStaged(services, principal, "staged.ask", params.stagedId);
    const asked = { purpose: "decide", userId: user.id, sessionId } as const;
    const statement = statementOf(decisionSubject(services.config, staged, decision));
    return await askPasskey(services, asked, statement);
  },
});

/** Staging versions, deciding about them, and what collectives ask for. */
export const STAGING_ENDPOINTS: readonly Endpoint[] = [
  create,
  list,
  get,
  download,
  ask,
  approve,
  reject,
  override,
  withdraw,
  getRule,
  setRule,
];
