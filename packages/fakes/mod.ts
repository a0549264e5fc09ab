export * from "./codehost/mod.ts";
export * from "./downloads/mod.ts";
export * from "./hosts/mod.ts";
export * from "./npm/mod.ts";
export * from "./osv/mod.ts";
export * from "./outside/mod.ts";
