export * from "./description.ts";
export { partFor } from "./grafts.ts";
export { linkedFolders, linkFolder, unlinkFolder } from "./links.ts";
export { localTypes } from "./local.ts";
export * from "./resolve.ts";
export * from "./resolved.ts";
export * from "./text.ts";
export type { TypeRecord } from "../../extension/describe/record.ts";
