/** What happened, for parts that keep something in step or tell somebody. Sent after the commit. */
export interface EventMap {
  /** Keys or tokens, by id, were revoked, disabled, renamed or deleted. */
  "credential.ended": { ids: readonly string[] };
  /** Signed-in sessions ended: whose is not said, as they come back with one look-up each. */
  "sessions.ended": Record<never, never>;
  /** A collective's settings, privacy or existence changed. */
  "collective.changed": { collectiveId: string };
  /** An extension's record, versions or score changed, or `only` what was counted of it. */
  "extension.changed": { extensionId: string; name: string; only?: "pulls" };
  /** What a person or a collective says of itself changed. */
  "profile.changed": Record<never, never>;
  /** A post was added to the feed or removed. */
  "feed.changed": Record<never, never>;
  /** Another process has changed the store: nothing that was read before is certain. */
  "store.changed": Record<never, never>;
  "version.published": {
    extensionId: string;
    name: string;
    version: string;
    collectiveId: string;
    actorUserId: string | null;
  };
}

/** The in-process event sink. */
export interface Events {
  emit<Name extends keyof EventMap>(name: Name, event: EventMap[Name]): void;
  on<Name extends keyof EventMap>(name: Name, listener: (event: EventMap[Name]) => void): void;
}

/** A sink that calls its listeners at once, in the order they came. */
export function createEvents(): Events {
  const listeners = new Map<string, ((event: never) => void)[]>();
  return {
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) listener(event as never);
    },
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as (event: never) => void);
      listeners.set(name, list);
    },
  };
}
