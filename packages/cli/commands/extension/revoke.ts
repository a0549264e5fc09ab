import { asPermissions, grantTexts, permissionsOf } from "@svc/core/permission";
import { revokePermissions } from "@svc/runtime/grants";
import { shortTexts } from "@svc/runtime/policy";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { allowedWithSdks } from "../../permission/allow.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: [
    "Revokes permissions that you granted in this repository. Revoked permissions are not requested again",
    "and not granted by pulling the same version again; 'svc extension grant' restores them. A run in",
    "progress keeps its permissions.",
  ].join("\n"),
  examples: {
    "svc extension revoke @acme/tool run:git": "one permission",
    "svc extension revoke @acme/tool --all": "all of them",
  },
  arguments: [
    arg("extension", "the extension, or a type of this repository's own sources", {
      completes: "extension",
    }),
    arg("permission", "permission to revoke, as <kind>:<entry>", { many: true, optional: true }),
  ],
  options: {
    all: flag("Revoke all permissions"),
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { extension, permission } = context.arguments;
    const { all } = context.options;
    if (all === permission.length > 0) {
      throw usage("Pass permissions to revoke, or --all");
    }
    const { name, origin, changed, granted } = await revokePermissions(
      await repositoryOf(context),
      extension,
      all ? "all" : await allowedWithSdks(permission),
    );
    return {
      name,
      origin,
      removed: grantTexts(asPermissions(changed)),
      granted: grantTexts(granted),
    };
  },
  text: ({ name, removed, granted }) =>
    [
      removed.length === 0
        ? "None of these permissions were granted."
        : `Revoked ${shortTexts(permissionsOf(removed)).join(", ")}.`,
      ...(granted.length === 0
        ? [`${name} has no permissions from you.`]
        : [`${name} may:`, ...shortTexts(permissionsOf(granted)).map((one) => `  ${one}`)]),
    ].join("\n"),
});
