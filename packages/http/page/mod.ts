export * from "./document.ts";
export * from "./field.ts";
export * from "./headers.ts";
export * from "./icon.ts";
export * from "./notice.ts";
export * from "./style.ts";
