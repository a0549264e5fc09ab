export * from "./emulator.ts";
