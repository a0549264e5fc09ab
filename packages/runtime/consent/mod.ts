export * from "./consent.ts";
export * from "./publishers.ts";
export * from "./request.ts";
export * from "./status.ts";
export * from "./store.ts";
export * from "./decide.ts";
export { makePersonalFolder } from "../repository/folder.ts";
