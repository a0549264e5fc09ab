import type { Document } from "../../platform/documents/document_writer.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { stopsAll } from "../../platform/fan_out.ts";
import type { Component } from "../documents/subject_reading.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { Patch } from "./run.ts";

/** The parts of one subject as they are read, and the failures of those that could not be. */
export interface Parts {
  read: Component[];
  events: LedgerEvent[];
  documents: Document[];
  patches: Patch[];
  /** Keeps a list that was read to its end. */
  add(component: Component, events: readonly LedgerEvent[]): void;
  /** What a part gives; undefined when it failed. What fails everything is thrown on. */
  attempt<Value>(part: () => Promise<Value>): Promise<Value | undefined>;
  /** The failure of the parts together; undefined when there is none. */
  failure(what: string): PlatformFailure | undefined;
}

/** No part yet. */
export function partsOf(): Parts {
  const failures: PlatformFailure[] = [];
  const read: Component[] = [];
  const events: LedgerEvent[] = [];
  return {
    read,
    events,
    documents: [],
    patches: [],
    add(component, more) {
      read.push(component);
      events.push(...more);
    },
    async attempt(part) {
      try {
        return await part();
      } catch (error) {
        if (!(error instanceof PlatformFailure) || stopsAll(error)) throw error;
        failures.push(error);
        return undefined;
      }
    },
    failure(what) {
      const [first] = failures;
      if (first === undefined || failures.length === 1) return first;
      return new PlatformFailure(first.code, {
        what,
        status: first.status,
        until: first.until,
        reason: `${failures.length} parts could not be read`,
        hint: failures.map(({ message }) => message).join("; "),
      });
    },
  };
}
