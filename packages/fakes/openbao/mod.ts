export * from "./openbao.ts";
