export * from "./by_person.ts";
export * from "./obtain.ts";
export * from "./stored.ts";
