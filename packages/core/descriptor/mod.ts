export * from "./content_glance.ts";
export * from "./contents.ts";
export * from "./descriptor.ts";
export * from "./grafts.ts";
export type * from "./output_spec.ts";
