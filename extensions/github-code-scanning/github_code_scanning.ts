/**
 * Open code scanning alerts of repositories on GitHub, as data: one `alerts` document a repository, and
 * one `run` that holds all documents of an invocation. Nothing is changed on the platform.
 *
 * @module
 */
import { codeScanningAlertSchema } from "../platform/alerts/alert.ts";
import { scannerModel } from "../platform/alerts/model.ts";
import { codeScanning } from "./code_scanning.ts";

/** The behavior type `@svc/github/code-scanning/alerts`. */
export const model = {
  type: "@svc/github/code-scanning/alerts",
  version: "2026.11.22.1",
  ...scannerModel("code-scanning", "code scanning", codeScanningAlertSchema, () => codeScanning),
};
