/**
 * Open secret scanning alerts of repositories on GitHub, as data: one `alerts` document a repository, and
 * one `run` that holds all documents of an invocation. Nothing is changed on the platform.
 *
 * @module
 */
import { secretAlertSchema } from "../platform/alerts/alert.ts";
import { scannerModel } from "../platform/alerts/model.ts";
import { secretScanning } from "./secret_scanning.ts";

/** The behavior type `@svc/github/secret-scanning/alerts`. */
export const model = {
  type: "@svc/github/secret-scanning/alerts",
  version: "2026.11.22.1",
  ...scannerModel("secret-scanning", "secret scanning", secretAlertSchema, secretScanning),
};
