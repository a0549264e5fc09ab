export * from "./backend.ts";
export * from "./bucket_url.ts";
export * from "./front.ts";
export * from "./relay.ts";
export * from "./radosgw.ts";
export * from "./s3rver.ts";
