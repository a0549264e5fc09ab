export * from "./aws.ts";
export * from "./aws_service.ts";
