import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { disableAccount, enableAccount } from "../operating/accounts.ts";
import { decideClaim } from "../claims/decide.ts";
import { suspendCollective, unsuspendCollective } from "../operating/suspension.ts";
import {
  type Changed,
  type Ground,
  quarantine,
  reinstate,
  release,
  takeDown,
} from "../operating/takedown.ts";
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

const close = defineEndpoint({
  key: "operator.close-report",
  description: "It changes nothing about the extension.",
  params: NUMBER_PARAMS,
  body: z.strictObject({ note: Note }),
  response: Done,
  errors: ["not_found", "conflict"],
  async handle({ services, principal, params, body }) {
    const number = Number(params.number);
    await closeReport(services.db, number, body.note, services.now());
    return done(services, principal, "close-report", { number });
  },
});

/** A decision about a claim. */
function deciding(
  name: "grant-claim" | "refuse-claim",
  state: "granted" | "refused",
  description: string,
): Endpoint {
  return defineEndpoint({
    key: `operator.${name}`,
    description,
    params: NUMBER_PARAMS,
    body: z.strictObject({ note: Note }),
    response: Done,
    errors: [...errors],
    async handle({ services, principal, params, body: { note } }) {
      const number = Number(params.number);
      const by = userOf(principal)?.id ?? null;
      await decideClaim(services, number, { state, note, by }, services.now());
      return done(services, principal, name, { number });
    },
  });
}

const errors = ["not_found", "conflict"] as const;

const allow = defineEndpoint({
  key: "operator.allow-name",
  description: "What was pushed under it is published; what was staged waits for its approvals.",
  params: STAGED_PARAMS,
  body: z.strictObject({}).optional(),
  response: Done,
  errors: ["not_found", "conflict"],
  async handle({ services, principal, params }) {
    const name = await allowName(services, params.stagedId, services.now());
    return done(services, principal, "allow-name", { name });
  },
});

const refuse = defineEndpoint({
  key: "operator.refuse-name",
  description: "The version is rejected, and its collective is told the note.",
  params: STAGED_PARAMS,
  body: z.strictObject({ note: Note }),
  response: Done,
  errors: ["not_found", "conflict"],
  async handle({ services, principal, params, body: { note } }) {
    const name = await refuseName(services, params.stagedId, note, services.now());
    return done(services, principal, "refuse-name", { name });
  },
});

/** An act on an extension or a version that says why. */
function restricting(
  name: "quarantine" | "takedown",
  description: string,
  act: typeof quarantine,
): Endpoint {
  return defineEndpoint({
    key: `operator.${name}`,
    description,
    body: Reasoned,
    response: Done,
    errors: [...errors],
    async handle({ services, principal, body: { extension, version, category, note } }) {
      const subject = { name: extension, version };
      const changed = await act(services, subject, { category, note }, services.now());
      return doneTo(services, principal, name, changed, version);
    },
  });
}

/** One that gives back. */
function restoring(
  name: "release" | "reinstate",
  act: (ground: Ground, subject: { name: string; version?: string }, now: Date) => Promise<Changed>,
): Endpoint {
  return defineEndpoint({
    key: `operator.${name}`,
    description: "What its owners had yanked before stays yanked.",
    body: Subject,
    response: Done,
    errors: [...errors],
    async handle({ services, principal, body: { extension, version } }) {
      const subject = version === undefined ? { name: extension } : { name: extension, version };
      const changed = await act(services, subject, services.now());
      return doneTo(services, principal, name, changed, version);
    },
  });
}

function doneTo(
  services: Services,
  principal: Principal,
  act: string,
  changed: Changed,
  version: string | undefined,
) {
  services.events.emit("extension.changed", changed);
  return done(services, principal, act, {
    name: changed.name,
    ...(version === undefined ? {} : { version }),
  });
}

/** Owners are not told which operator it was; the server's log is. */
function done(
  { log }: Services,
  principal: Principal,
  act: string,
  fields: Record<string, string | number>,
) {
  log.warn("operator.acted", { act, ...actorFields(principal), ...fields });
  return { done: true as const };
}

const suspend = defineEndpoint({
  key: "operator.suspend",
  description: "Its people still read it. Its extensions are in quarantine until it is lifted.",
  body: z.strictObject({ collective: Slug, note: Note }),
  response: Done,
  errors: [...errors],
  async handle({ services, principal, body: { collective, note } }) {
    await suspendCollective(services, collective, note, services.now());
    services.events.emit("store.changed", {});
    return done(services, principal, "suspend", { collective });
  },
});

const unsuspend = defineEndpoint({
  key: "operator.unsuspend",
  description: "What the suspension put in quarantine is released, and nothing else.",
  body: z.strictObject({ collective: Slug }),
  response: Done,
  errors: [...errors],
  async handle({ services, principal, body: { collective } }) {
    await unsuspendCollective(services, collective, services.now());
    services.events.emit("store.changed", {});
    return done(services, principal, "unsuspend", { collective });
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
  errors: [...errors],
  async handle({ services, principal, body: { username, note } }) {
    const how = { username, reason: note, by: "operator" } as const;
    const ended = await disableAccount(services, how, services.now());
    services.events.emit("store.changed", {});
    done(services, principal, "disable", { username });
    return ended;
  },
});

const enable = defineEndpoint({
  key: "operator.enable",
  description: "Its keys work again; its sessions do not come back. Its person gets a mail.",
  body: z.strictObject({ username: Username }),
  response: Done,
  errors: [...errors],
  async handle({ services, principal, body: { username } }) {
    await enableAccount(services, username, services.now());
    services.events.emit("store.changed", {});
    return done(services, principal, "enable", { username });
  },
});

/** The work of the registry's operators. */
export const OPERATOR_ENDPOINTS: readonly Endpoint[] = [
  overview,
  close,
  deciding(
    "grant-claim",
    "granted",
    "A slug is reserved for everybody but the claimant; an extension's name is free in its " +
      "collective, which the claimant must belong to. Whoever has a name keeps it.",
  ),
  deciding("refuse-claim", "refused", "The claimant is told the note."),
  allow,
  refuse,
  restricting(
    "quarantine",
    "Its collective still sees it and cannot change it; nobody pulls it, by a lockfile either.",
    quarantine,
  ),
  restoring("release", release),
  restricting("takedown", "Nobody finds, reads or pulls it, its owners included.", takeDown),
  restoring("reinstate", reinstate),
  suspend,
  unsuspend,
  disable,
  enable,
];
