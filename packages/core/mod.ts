/**
 * The domain of svc: its vocabulary, rules and tables. Pure: no I/O, no clock, no configuration.
 *
 * @module
 */
export * from "./answer/mod.ts";
export * from "./calver/mod.ts";
export * from "./channel/mod.ts";
export * from "./descriptor/mod.ts";
export * from "./entry/mod.ts";
export * from "./error/mod.ts";
export * from "./json/mod.ts";
export * from "./key/mod.ts";
export * from "./lab/mod.ts";
export * from "./limit/mod.ts";
export * from "./manifest/mod.ts";
export * from "./module/mod.ts";
export * from "./name/mod.ts";
export * from "./notification/mod.ts";
export * from "./permission/mod.ts";
export * from "./plan/mod.ts";
export * from "./policy/mod.ts";
export * from "./release/mod.ts";
export * from "./role/mod.ts";
export * from "./rubric/mod.ts";
export * from "./scope/mod.ts";
export * from "./sensitive/mod.ts";
export * from "./source/mod.ts";
export * from "./text/mod.ts";
export * from "./type/mod.ts";
export * from "./wide/mod.ts";
export * from "./wire/mod.ts";
