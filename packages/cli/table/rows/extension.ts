import type { CommandRow } from "./row.ts";

/** Extensions: writing, publishing, finding and using them. */
export const EXTENSION_ROWS = {
  "extension init": {
    summary: "Create a new extension",
    module: "extension/init",
  },
  "extension run": {
    summary: "Run a method of an extension before it is published",
    module: "extension/run",
  },
  "extension test": {
    summary: "Run the tests of an extension",
    module: "extension/test",
  },
  "extension fmt": {
    summary: "Format the files of an extension",
    module: "extension/fmt",
  },
  "extension link": {
    summary: "Use an extension from a local folder",
    module: "extension/link",
  },
  "extension unlink": {
    summary: "Unlink an extension",
    module: "extension/unlink",
  },
  "extension check": {
    summary: "Check an extension as a push would, and score it",
    module: "extension/check",
  },
  "extension push": {
    summary: "Check, score and publish an extension",
    module: "extension/push",
  },
  "extension stage": {
    summary: "Check, score and upload an extension for approval",
    module: "extension/stage",
  },
  "extension staged": {
    summary: "List the versions that wait for approval",
    module: "extension/staged",
  },
  "extension approve": {
    summary: "Approve a staged version on its page",
    module: "extension/approve",
  },
  "extension reject": {
    summary: "Reject a staged version on its page",
    module: "extension/reject",
  },
  "extension withdraw": {
    summary: "Take back a version that you staged",
    module: "extension/withdraw",
  },
  "extension quality": {
    summary: "Score an extension without publishing it",
    module: "extension/quality",
  },
  "extension pull": {
    summary: "Fetch an extension into the repository",
    module: "extension/pull",
  },
  "extension install": {
    summary: "Restore all pulled extensions from the lockfile",
    module: "extension/install",
  },
  "extension outdated": {
    summary: "List the pulled extensions that are out of date",
    module: "extension/outdated",
  },
  "extension update": {
    summary: "Update pulled extensions",
    module: "extension/update",
  },
  "extension rm": {
    summary: "Remove a pulled extension",
    aliases: ["extension remove"],
    module: "extension/rm",
  },
  "extension permissions": {
    summary: "List requested and granted permissions",
    module: "extension/permissions",
  },
  "extension grant": {
    summary: "Grant permissions to an extension",
    module: "extension/grant",
  },
  "extension revoke": {
    summary: "Revoke permissions of an extension",
    module: "extension/revoke",
  },
  "extension list": {
    summary: "List the pulled extensions",
    aliases: ["extension ls"],
    module: "extension/list",
  },
  "extension search": {
    summary: "Search the registry",
    module: "extension/search",
  },
  "extension info": {
    summary: "Show one extension of the registry",
    module: "extension/info",
  },
  "extension versions": {
    summary: "List the versions of an extension",
    module: "extension/versions",
  },
  "extension verify": {
    summary: "Check where extensions came from",
    module: "extension/verify",
  },
  "extension open": {
    summary: "Open an extension's page in the browser",
    module: "extension/open",
  },
  "extension version": {
    summary: "Show what is published and the version to publish next",
    module: "extension/version",
  },
  "extension promote": {
    summary: "Move a version to a higher channel",
    module: "extension/promote",
  },
  "extension yank": {
    summary: "Take a version, a channel or an extension out of circulation",
    module: "extension/yank",
  },
  "extension unyank": {
    summary: "Bring back what was yanked",
    module: "extension/unyank",
  },
  "extension deprecate": {
    summary: "Advise against an extension, and name its successor",
    module: "extension/deprecate",
  },
  "extension undeprecate": {
    summary: "Lift a deprecation",
    module: "extension/undeprecate",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
