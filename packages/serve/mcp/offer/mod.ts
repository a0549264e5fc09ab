export * from "./annotations.ts";
export * from "./description.ts";
export * from "./offer.ts";
export * from "./offers.ts";
export * from "./words.ts";
