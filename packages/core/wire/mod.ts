export type * from "./extension.ts";
export type * from "./identity.ts";
export type * from "./scorecard.ts";
