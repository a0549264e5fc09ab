export * from "./commit.ts";
export * from "./content.ts";
