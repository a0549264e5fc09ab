export * from "../../runtime/conformance/mod.ts";
