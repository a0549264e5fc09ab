import { z } from "zod";
import type { PolicyKey } from "@svc/core/policy";
import type { Input } from "@svc/http/endpoint";
import { type Call, defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { userOf } from "../../access/credential/principal.ts";
import { disableAccount, enableAccount } from "../operating/accounts.ts";
import { decideClaim } from "../claims/decide.ts";
import { suspendCollective, unsuspendCollective } from "../operating/suspension.ts";
import { type Changed, quarantine, reinstate, release, takeDown } from "../operating/takedown.ts";
import { NUMBER_PARAMS } from "../../access/endpoint/params.ts";
import { closeReport } from "../reports/decide.ts";
import { STAGED_PARAMS } from "../staging/find.ts";
import { allowName, refuseName } from "../staging/held_names.ts";
import { overviewOf } from "./overview.ts";
import { Done, Ended, Note, Overview, Reasoned, Slug, Subject, Username } from "./schema.ts";

const overview = defineEndpoint({
  key: "operator.overview",
  response: Overview,
  handle: async ({ services }) => await overviewOf(services),
});

type Key = Extract<PolicyKey, `operator.${string}`>;

/** What an act asks for, and does; it tells the log what it was done to. */
interface Acting<Params, Body extends z.ZodType> {
  description: string;
  params?: z.ZodType<Params>;
  body: Body;
  act(
    call: Call & Input<Params, unknown, z.output<Body>>,
  ): Promise<Record<string, string | number>>;
}

const ERRORS = ["not_found", "conflict"] as const;

/** An act that leaves nothing to tell. */
function acting<Params, Body extends z.ZodType>(key: Key, does: Acting<Params, Body>): Endpoint {
  const { description, params, body, act } = does;
  return defineEndpoint({
    key,
    description,
    ...(params && { params }),
    body,
    response: Done,
    errors: [...ERRORS],
    async handle(call) {
      log(call, key, await act(call as Parameters<typeof act>[0]));
      return { done: true as const };
    },
  });
}

/** Owners are not told which operator it was; the server's log is. */
function log({ services, principal }: Call, key: Key, fields: Record<string, string | number>) {
  const act = key.replace("operator.", "");
  services.log.warn("operator.acted", { act, ...actorFields(principal), ...fields });
}

const NOTED = z.strictObject({ note: Note });

const close = acting("operator.close-report", {
  description: "It changes nothing about the extension.",
  params: NUMBER_PARAMS,
  body: NOTED,
  async act({ services, params, body: { note } }) {
    const number = Number(params.number);
    await closeReport(services.db, number, note, services.now());
    return { number };
  },
});

/** A decision about a claim. */
function deciding(key: Key, state: "granted" | "refused", description: string): Endpoint {
  return acting(key, {
    description,
    params: NUMBER_PARAMS,
    body: NOTED,
    async act({ services, principal, params, body: { note } }) {
      const number = Number(params.number);
      const by = userOf(principal)?.id ?? null;
      await decideClaim(services, number, { state, note, by }, services.now());
      return { number };
    },
  });
}

const allow = acting("operator.allow-name", {
  description: "What was pushed under it is published; what was staged waits for its approvals.",
  params: STAGED_PARAMS,
  body: z.strictObject({}).optional(),
  act: async ({ services, params }) => ({
    name: await allowName(services, params.stagedId, services.now()),
  }),
});

const refuse = acting("operator.refuse-name", {
  description: "The version is rejected, and its collective is told the note.",
  params: STAGED_PARAMS,
  body: NOTED,
  act: async ({ services, params, body: { note } }) => ({
    name: await refuseName(services, params.stagedId, note, services.now()),
  }),
});

/** An act on an extension or a version that says why. */
function restricting(key: Key, description: string, act: typeof quarantine): Endpoint {
  return acting(key, {
    description,
    body: Reasoned,
    async act({ services, body: { extension, version, category, note } }) {
      const subject = { name: extension, version };
      const changed = await act(services, subject, { category, note }, services.now());
      return told(services, changed, version);
    },
  });
}

/** One that gives back. */
function restoring(key: Key, act: typeof release): Endpoint {
  return acting(key, {
    description: "What its owners had yanked before stays yanked.",
    body: Subject,
    async act({ services, body: { extension, version } }) {
      const changed = await act(services, { name: extension, version }, services.now());
      return told(services, changed, version);
    },
  });
}

function told({ events }: Services, changed: Changed, version: string | undefined) {
  events.emit("extension.changed", changed);
  return { name: changed.name, ...(version === undefined ? {} : { version }) };
}

const suspend = acting("operator.suspend", {
  description: "Its people still read it. Its extensions are in quarantine until it is lifted.",
  body: z.strictObject({ collective: Slug, note: Note }),
  async act({ services, body: { collective, note } }) {
    await suspendCollective(services, collective, note, services.now());
    services.events.emit("store.changed", {});
    return { collective };
  },
});

const unsuspend = acting("operator.unsuspend", {
  description: "What the suspension put in quarantine is released, and nothing else.",
  body: z.strictObject({ collective: Slug }),
  async act({ services, body: { collective } }) {
    await unsuspendCollective(services, collective, services.now());
    services.events.emit("store.changed", {});
    return { collective };
  },
});

const disable = defineEndpoint({
  key: "operator.disable",
  description:
    "Its sessions and grants end and its keys stop at once. Its collectives, what it published and " +
    "the tokens that it created for collectives stay. Its person gets a mail. The account of an " +
    "operator, one's own included, is refused.",
  body: z.strictObject({ username: Username, note: Note }),
  response: Ended,
  errors: [...ERRORS],
  async handle(call) {
    const { services, body: { username, note } } = call;
    const how = { username, reason: note, by: "operator" } as const;
    const ended = await disableAccount(services, how, services.now());
    services.events.emit("store.changed", {});
    log(call, "operator.disable", { username });
    return ended;
  },
});

const enable = acting("operator.enable", {
  description: "Its keys work again; its sessions do not come back. Its person gets a mail.",
  body: z.strictObject({ username: Username }),
  async act({ services, body: { username } }) {
    await enableAccount(services, username, services.now());
    services.events.emit("store.changed", {});
    return { username };
  },
});

/** The work of the registry's operators. */
export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  overview,
  close,
  deciding(
    "operator.grant-claim",
    "granted",
    "A slug is reserved for everybody but the claimant; an extension's name is free in its " +
      "collective, which the claimant must belong to. Whoever has a name keeps it.",
  ),
  deciding("operator.refuse-claim", "refused", "The claimant is told the note."),
  allow,
  refuse,
  restricting(
    "operator.quarantine",
    "Its collective still sees it and cannot change it; nobody pulls it, by a lockfile either.",
    quarantine,
  ),
  restoring("operator.release", release),
  restricting(
    "operator.takedown",
    "Nobody finds, reads or pulls it, its owners included.",
    takeDown,
  ),
  restoring("operator.reinstate", reinstate),
  suspend,
  unsuspend,
  disable,
  enable,
];
