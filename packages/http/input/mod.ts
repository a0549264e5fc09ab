export * from "./address.ts";
export * from "./checked.ts";
export * from "./cursor.ts";
export * from "./json_body.ts";
export * from "./line.ts";
export * from "./paging.ts";
export * from "./query.ts";
export * from "./read_bytes.ts";
