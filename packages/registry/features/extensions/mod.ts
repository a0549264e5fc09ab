export { findVisible, type VisibleExtension } from "../../access/extension/visible.ts";
export { infoOf, readShownVersion } from "./read/info.ts";
export { latestOfChannel } from "./read/latest.ts";
export { versionsOf } from "./read/list_versions.ts";
export { searchExtensions, searchQuery } from "./read/search.ts";
export { scorecardOf } from "./score/scorecard.ts";
