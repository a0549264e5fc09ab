import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { Bucket } from "./decide.ts";
import type { QueueItem } from "./item.ts";

/** The queue as data. */
export interface QueueJson {
  /** ISO 8601; nothing else depends on when the report is made. */
  generatedAt: string;
  /** owner/name; null while nothing tells it. */
  repo: string | null;
  /** The last sync: until when activity is known. */
  asOf: string | null;
  /** Whether the last sync read everything. */
  complete: boolean;
  reviewFocusStaleDays: number;
  reviewerHandles: string[];
  /** Arguments of the behavior that a report cannot read; their defaults count. */
  unreadArguments: string[];
  counts: Record<Bucket, number>;
  buckets: Record<Bucket, QueueItem[]>;
  /** Numbers of pull requests whose facts did not fit, by bucket; empty but for very many. */
  beyond: Record<string, number[]>;
  broken: BrokenDocument[];
}
