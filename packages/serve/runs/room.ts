import { SvcError } from "@svc/core/error";
import { lockHolder } from "@svc/runtime/repository";
import type { WorkParts } from "./begin.ts";
import { AGAIN_S } from "./patience.ts";
import type { FairQueue } from "./queue.ts";
import type { RunOrder } from "./run.ts";
import { type AtWork, lockOf, type Waiting } from "./waiting.ts";

/** The runs of a server at a moment. */
interface Moment {
  behaviorId: string;
  queue: FairQueue<Waiting>;
  working: ReadonlyMap<string, AtWork>;
}

/** @throws SvcError `lock_timeout` when the behavior is in use; `rate_limited` when the queue is full */
export function assertRoom(
  parts: Pick<WorkParts, "repository" | "store" | "limits">,
  order: RunOrder,
  moment: Moment,
): void {
  const { queue, working } = moment;
  const { maxRuns, maxQueue, maxQueuePerCaller } = parts.limits;
  const holder = holderOf(parts, moment);
  if (holder !== undefined && order.waitMs === 0) {
    throw new SvcError("lock_timeout", `${order.behavior} is in use by ${holder}`, {
      status: 409,
      hint: "Try again when that has ended, or ask to wait for it.",
    });
  }
  // What can begin at once needs no place in the queue.
  if (holder === undefined && working.size < maxRuns) return;
  if (queue.size >= maxQueue) throw full(`The queue is full: ${queue.size} runs wait`);
  const own = queue.sizeOf(order.initiatedBy);
  if (own >= maxQueuePerCaller) {
    throw full(`${own} runs of ${order.initiatedBy} are already waiting`);
  }
}

/** Who has the behavior, or had asked for it before. */
export function holderOf(
  { repository, store }: Pick<WorkParts, "repository" | "store">,
  { behaviorId, queue, working }: Moment,
): string | undefined {
  const other = [...working.values(), ...queue.items()]
    .find((one) => one.behaviorId === behaviorId);
  const row = other && store.get(other.id);
  if (row === undefined) return lockHolder(repository, lockOf(behaviorId));
  const since = row.started_at === null
    ? `queued since ${row.queued_at}`
    : `in progress since ${row.started_at}`;
  return `run ${row.id} of ${row.initiated_by}, ${since}`;
}

function full(message: string): SvcError {
  return new SvcError("rate_limited", message, {
    hint: `Try again in ${AGAIN_S} s.`,
    details: [{ path: "retry-after", message: String(AGAIN_S) }],
  });
}
