export * from "./advisories.ts";
export * from "./audit.ts";
export { dependenciesOf, type Dependency } from "./dependencies.ts";
export * from "./evidence.ts";
export * from "./options.ts";
export * from "./stored.ts";
