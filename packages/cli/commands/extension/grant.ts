import { asPermissions, grantTexts, PERMISSION_KINDS, permissionsOf } from "@svc/core/permission";
import { grantPermissions } from "@svc/runtime/grants";
import { shortTexts } from "@svc/runtime/policy";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { allowedWithSdks } from "../../permission/allow.ts";

export default defineCommand({
  description: [
    "Grants permissions permanently, in this repository, whatever the extension's manifest asks for. They",
    "are stored in your configuration folder and survive updates that do not change their meaning.",
    `A permission is written <kind>:<entry>; the kinds are ${PERMISSION_KINDS.join(", ")}.`,
    "'graft' lets an extension act on a type of another collective: it sees the arguments, secrets and",
    "data of that type's behaviors, and can change or stop its methods. 'sdk:aws' is all that the",
    "extension asks for to use the AWS SDK; there are sdk:azure and sdk:gcp as well.",
  ].join("\n"),
  examples: {
    "svc extension grant @acme/tool net:api.acme.example": "a host",
    "svc extension grant @acme/tool run:git env:GITHUB_TOKEN read:~/data":
      "a program, a variable and a folder",
    "svc extension grant @acme/guard graft:@other/tool":
      "its methods and checks for behaviors of @other/tool",
  },
  arguments: [
    arg("extension", "the extension, or a type of this repository's own sources", {
      completes: "extension",
    }),
    arg("permission", "permission to grant, as <kind>:<entry>", { many: true }),
  ],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { extension, permission } = context.arguments;
    const permissions = await allowedWithSdks(permission);
    const { name, origin, changed, granted } = await grantPermissions(
      await repositoryOf(context),
      extension,
      permissions,
    );
    return {
      name,
      origin,
      added: grantTexts(asPermissions(changed)),
      granted: grantTexts(granted),
    };
  },
  text: ({ name, added, granted }) =>
    [
      added.length === 0
        ? `${name} already has these permissions. It may:`
        : `Granted ${shortTexts(permissionsOf(added)).join(", ")}. ${name} may:`,
      ...shortTexts(permissionsOf(granted)).map((one) => `  ${one}`),
    ].join("\n"),
});
