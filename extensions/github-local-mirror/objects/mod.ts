/** The bare repository of a mirror: opening, fetching, and what its commits say. */
export { commitAt, fileExistsAt, isAncestor, mergeBaseOf } from "./ask.ts";
export { safeSettings } from "./config.ts";
export { describeHeads, type DescribeOptions, type PullBase, tellHeads } from "./describe_heads.ts";
export type { HeadBatch, HeadDocument } from "./documents.ts";
export { fetchAll, type FetchOptions } from "./fetch.ts";
export { forgetHeads } from "./heads/state.ts";
export { keepRevision, keepRevisions, type Revision, shortSha } from "./keep.ts";
export type { Objects } from "./objects.ts";
export { describeAgain, type Observed, observeHeads } from "./observe.ts";
export { openObjects, type OpenOptions } from "./open.ts";
export { pullHeads, refsBelow } from "./refs.ts";
export { setPushRemote } from "./remotes.ts";
