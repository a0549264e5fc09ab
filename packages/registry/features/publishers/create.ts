import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { NewPublisher, Publisher, PUBLISHER_ACTIONS } from "@svc/core/wire";
import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective, type HeldCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { placeOf, publisherBinding } from "./binding.ts";
import { trustedIssuers } from "./issuers.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { loggedPublisher } from "./log_entry.ts";
import { tellPublisher } from "./tell.ts";
import { placeText } from "./text.ts";
import { publisherView, selectPublishers } from "./view.ts";

/**
 * `POST /api/v1/collectives/{slug}/publishers`. The extension need not exist: its name is the
 * collective's, so that nobody takes it meanwhile.
 */
export const create = defineEndpoint({
  key: "publishers.create",
  params: SLUG_PARAMS,
  body: NewPublisher,
  status: 201,
  response: z.object({ publisher: Publisher }),
  errors: ["rule_refused"],
  description:
    "The ids of the place are learned from the first run that fits, unless they are given. One that " +
    `is not used for ${LIMITS.unusedPublisherDays} days ends.`,
  async handle(call) {
    const { services, body, principal } = call;
    const { collective } = membershipOf(call);
    const bound = publisherBinding(body, collective.slug);
    const issuer = issuerOf(trustedIssuers(services.config), body);
    const id = crypto.randomUUID();
    const row = await changeCollective(call, "publishers.create", async (held) => {
      const { trx, now } = held;
      await assertRoom(held);
      const at = now.toISOString();
      const names = JSON.stringify(bound.names);
      await trx.insertInto("publisher").values({
        id,
        collective_id: collective.id,
        extension_name: body.extension,
        provider: body.provider,
        issuer,
        names,
        place: placeOf(body.provider, bound.names),
        ids: bound.ids && JSON.stringify(bound.ids),
        id_place: bound.ids && placeOf(body.provider, bound.ids),
        ids_learned_at: bound.ids && at,
        renamed: null,
        workflow: bound.workflow,
        reusable: bound.reusable,
        environment: bound.environment,
        ref_rule: bound.refRule,
        events: JSON.stringify(bound.events),
        runner_rule: bound.runnerRule,
        actions: JSON.stringify(
          PUBLISHER_ACTIONS.filter((action) => (body.actions ?? ["push"]).includes(action)),
        ),
        created_by: userOf(principal)?.id ?? null,
        created_at: at,
        last_used_at: null,
        last_run: null,
        disabled_at: null,
        disabled_reason: null,
        warned_at: null,
        seen: null,
      }).execute();
      const place = placeText({ provider: body.provider, names });
      await held.record({
        action: "publisher.added",
        details: { extension: body.extension, publisher: id, place },
        logged: loggedPublisher({
          extension_name: body.extension,
          issuer,
          ids: bound.ids && JSON.stringify(bound.ids),
          workflow: bound.workflow,
        }),
      });
      await tellPublisher(services, trx, "publisher_added", {
        collectiveId: collective.id,
        at: now,
        actor: principal,
        told: { extension: body.extension, place, by: userOf(principal)?.username ?? "" },
      });
      return await selectPublishers(trx, collective.id).where("publisher.id", "=", id)
        .executeTakeFirstOrThrow();
    });
    return { publisher: publisherView(row) };
  },
});

async function assertRoom({ trx, collective }: HeldCollective): Promise<void> {
  const { all, unused } = await trx.selectFrom("publisher")
    .where("collective_id", "=", collective.id)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("all"),
      fn.count<number>("id").filterWhere(
        eb.and([eb("last_used_at", "is", null), eb("disabled_at", "is", null)]),
      ).as("unused"),
    ]).executeTakeFirstOrThrow();
  const most = Number(unused) >= LIMITS.unusedPublishers
    ? `${LIMITS.unusedPublishers} publishers that were never used`
    : Number(all) >= LIMITS.publishersPerCollective
    ? `${LIMITS.publishersPerCollective} publishers`
    : undefined;
  if (most === undefined) return;
  throw new SvcError("rule_refused", `A collective may have at most ${most}`, {
    hint: "Remove those that are not needed.",
  });
}

/** @throws SvcError `validation_failed` for an issuer that the operator does not trust */
function issuerOf(
  trusted: ReturnType<typeof trustedIssuers>,
  { provider, issuer }: z.output<typeof NewPublisher>,
): string {
  const open = trusted.filter((each) => each.provider === provider).map(({ url }) => url);
  const found = issuer === undefined ? open[0] : open.find((url) => url === issuer);
  if (found !== undefined) return found;
  const message = open.length === 0
    ? `no issuer of ${provider} is trusted here`
    : `must be one of: ${open.join(", ")}`;
  throw new SvcError("validation_failed", `issuer: ${message}`, {
    hint: "The operator of this registry names issuers with SVC_OIDC_ISSUERS.",
    details: [{ path: issuer === undefined ? "provider" : "issuer", message }],
  });
}
