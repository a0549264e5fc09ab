export * from "./openbao.ts";
export * from "./description.ts";
