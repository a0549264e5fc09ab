export * from "./collective.ts";
export * from "./extension.ts";
export * from "./identity.ts";
export * from "./issue.ts";
export * from "./push.ts";
export * from "./scorecard.ts";
export * from "./token.ts";
export * from "./value.ts";
