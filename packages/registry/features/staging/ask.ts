import { DECISIONS, statementOf } from "@svc/core/approval";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { askPasskey, Question } from "../passkey/mod.ts";
import { decisionSubject } from "./decision_subject.ts";
import { findStaged, STAGED_PARAMS } from "./find.ts";

/** `POST …/challenge`: what a passkey of the account signs for a decision, about this and nothing else. */
export const ask = defineEndpoint({
  key: "staged.ask",
  params: STAGED_PARAMS,
  body: z.strictObject({ decision: z.enum(DECISIONS) }),
  response: Question,
  description: "The challenge is the SHA-256 of a nonce and the lines `svc-approve-v1` (or " +
    "`svc-reject-v1`, `svc-override-v1`), the registry's origin, the id, the name, the version, the " +
    "channel and the archive's SHA-256, with a line end between them.",
  errors: ["not_found", "rule_refused"],
  async handle({ services, principal, params, body: { decision } }) {
    if (principal.kind !== "session") throw new Error("the guard admits sessions only");
    const { staged } = await findStaged(services, principal, "staged.ask", params.stagedId);
    const asked = {
      purpose: "decide",
      userId: principal.user.id,
      sessionId: principal.sessionId,
    } as const;
    const statement = statementOf(decisionSubject(services.config, staged, decision));
    return await askPasskey(services, asked, statement);
  },
});
