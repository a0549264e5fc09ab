/** An extension as the search index takes it. Plain data: it goes to another process as JSON. */
export interface IndexedExtension {
  number: number;
  name: string;
  description: string;
  labels: readonly string[];
  /** Types, methods and reports it carries. */
  contents: readonly string[];
  contentTypes: readonly string[];
  /** Where it runs; empty for everywhere. */
  platforms: readonly string[];
  collectiveId: string;
  /** Its collective's private extensions are for members only. */
  hidden: boolean;
  /** Nobody finds it: it is yanked, or its collective is deleted. */
  gone: boolean;
  deprecated: boolean;
  /** Channels in which something is published. */
  channels: readonly string[];
  pulls: number;
  /** Percentage; -1 for none. */
  score: number;
  createdAt: string;
  updatedAt: string;
}
