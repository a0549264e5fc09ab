import { createHmac } from "node:crypto";
import type { Principal } from "../credential/principal.ts";
import type { Db } from "../store/schema.ts";
import { actorOf, type Caller } from "./actor.ts";
import { callerOrigin } from "./caller_origin.ts";
import { type AuditEvent, eventIdOf, recordEventOnce } from "./record.ts";

/** Records what happens often: the first time only. */
export interface EventsOnce {
  /** The use of a collective token, when it is the first from its network. */
  tokenUse(token: TokenPrincipal, caller: Omit<Caller, "principal">, now: Date): Promise<void>;
  /** The download of a version that not everybody may read, when it is the caller's first that day. */
  download(caller: Caller, version: PrivateVersion, now: Date): Promise<void>;
}

type TokenPrincipal = Extract<Principal, { kind: "collectiveToken" }>;

/** A version of a private collective. */
export interface PrivateVersion {
  collectiveId: string;
  extensionId: string;
  version: string;
}

declare module "../services.ts" {
  interface Services {
    eventsOnce: EventsOnce;
  }
}

/** What is remembered in memory of what was recorded; the store knows the rest. */
const KNOWN = 50_000;

/**
 * The id of an event that is recorded once is made from what it is about, so that the store refuses the
 * second, whichever server asks. It is keyed: a network could be found again by trying all of them.
 */
export function eventsOnce(db: Db, secret: string): EventsOnce {
  const known = new Set<string>();

  async function record(about: string, id: string, event: AuditEvent): Promise<void> {
    await recordEventOnce(db, idOf(secret, id), event);
    if (known.size >= KNOWN) known.clear();
    known.add(about);
  }

  return {
    async tokenUse(token, { request, address }, now) {
      const { tokenId, collective } = token;
      const about = `${tokenId} ${address}`;
      if (known.has(about)) return;
      const { network } = callerOrigin({ request, address });
      await record(about, `use ${tokenId} ${network}`, {
        at: now,
        action: "token.used_from",
        collectiveId: collective.id,
        actor: actorOf({ principal: token, request, address }),
      });
    },
    async download(caller, { collectiveId, extensionId, version }, now) {
      const actor = actorOf(caller);
      const day = now.toISOString().slice(0, 10);
      const about = `download ${day} ${actor.key} ${actor.keyId} ${extensionId} ${version}`;
      if (known.has(about)) return;
      await record(about, about, {
        at: now,
        action: "downloaded",
        collectiveId,
        extensionId,
        actor,
        details: { version },
      });
    },
  };
}

function idOf(secret: string, text: string): string {
  return eventIdOf(createHmac("sha256", secret).update(`audit ${text}`).digest("hex"));
}
