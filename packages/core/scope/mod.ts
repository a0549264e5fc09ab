export * from "./scope.ts";
