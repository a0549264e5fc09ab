import type { ReceivedRequest } from "./host_shape.ts";

/** What came in. */
export interface Received {
  requests: readonly ReceivedRequest[];
  counts: ReadonlyMap<string, number>;
  add(request: ReceivedRequest): void;
  /** Counts a request of an operation; gives how many came by now. */
  count(operation: string): number;
}

/** Nothing came yet. Of more than `most` requests the oldest are forgotten, and still counted. */
export function createReceived(most: number): Received {
  const requests: ReceivedRequest[] = [];
  const counts = new Map<string, number>();
  return {
    requests,
    counts,
    add(request) {
      requests.push(request);
      if (requests.length > most) requests.shift();
    },
    count(operation) {
      const count = (counts.get(operation) ?? 0) + 1;
      counts.set(operation, count);
      return count;
    },
  };
}
