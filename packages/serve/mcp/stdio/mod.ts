export * from "./serve.ts";
export type { Streams } from "./transport.ts";
export { lineTransport } from "./transport.ts";
