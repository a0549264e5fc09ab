import type { ReceivedRequest } from "./host_shape.ts";

/** What came in. */
export interface Received {
  requests: readonly ReceivedRequest[];
  counts: ReadonlyMap<string, number>;
  add(request: ReceivedRequest): void;
  /** Counts a request of an operation. */
  count(operation: string): void;
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
    count: (operation) => void counts.set(operation, (counts.get(operation) ?? 0) + 1),
  };
}
