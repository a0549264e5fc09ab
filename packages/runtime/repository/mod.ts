export { ownPath } from "./links.ts";
export * from "./init.ts";
export * from "./lock.ts";
export { readMinAge } from "./min_age.ts";
export { readPins } from "./pins.ts";
export * from "./repository.ts";
