export * from "./direct_body.ts";
export type { Bindings, Ended, Told } from "./exchange.ts";
export * from "./heard.ts";
export * from "./listener.ts";
export * from "./patience.ts";
export * from "./refused_connection.ts";
export * from "./reply.ts";
