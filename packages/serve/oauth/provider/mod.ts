export * from "./address.ts";
export * from "./fetch.ts";
export * from "./keys.ts";
export * from "./provider.ts";
export * from "./device_grant.ts";
export * from "./grant.ts";
