export * from "./identify.ts";
export * from "./logins.ts";
export * from "./accept.ts";
export * from "./sign_in.ts";
