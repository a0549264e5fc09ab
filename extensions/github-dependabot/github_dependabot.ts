/**
 * Open Dependabot alerts of repositories on GitHub, as data: one `alerts` document a repository, and
 * one `run` that holds all documents of an invocation. Nothing is changed on the platform.
 *
 * @module
 */
import { dependabotAlertSchema } from "../platform/alerts/alert.ts";
import { scannerModel } from "../platform/alerts/model.ts";
import { dependabot } from "./dependabot.ts";

/** The behavior type `@svc/github/dependabot/alerts`. */
export const model = {
  type: "@svc/github/dependabot/alerts",
  version: "2026.11.22.1",
  ...scannerModel("dependabot", "Dependabot", dependabotAlertSchema, () => dependabot),
};
