export * from "./compress_response.ts";
export * from "./compressor.ts";
export { makeShortest } from "./forms.ts";
export * from "./prepared.ts";
