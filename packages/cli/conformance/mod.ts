export * from "@svc/runtime/conformance";
