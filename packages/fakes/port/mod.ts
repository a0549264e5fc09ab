export * from "./free_port.ts";
