/** The bare repository of a mirror: opening, fetching, and what its commits say. */
export { safeSettings } from "./repository/config.ts";
export { describeHeads, type DescribeOptions, type PullBase, tellHeads } from "./describe_heads.ts";
export type { HeadBatch, HeadDocument } from "./describe.ts";
export { fetchAll, type FetchOptions } from "./fetch.ts";
export { forgetHeads } from "./heads/state.ts";
export { keepRevision, keepRevisions, type Revision, shortSha } from "./keep.ts";
export type { Objects } from "./repository/objects.ts";
export { describeAgain, type Observed, observeHeads } from "./observe.ts";
export { openObjects, type OpenOptions } from "./repository/open.ts";
export { pullHeads, refsBelow } from "./repository/objects.ts";
export { setPushRemote } from "./repository/config.ts";
