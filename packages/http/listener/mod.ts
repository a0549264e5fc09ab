export type { AccessRecord, Bindings, Ended } from "./exchange.ts";
export * from "./request_head.ts";
export * from "./listener.ts";
export * from "./patience.ts";
export * from "./refused_connection.ts";
export * from "./reply.ts";
