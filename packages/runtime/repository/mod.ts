export { ownPath } from "./links.ts";
export * from "./init.ts";
export * from "./lock.ts";
export { readMinAge } from "./min_age.ts";
export * from "./repository.ts";
