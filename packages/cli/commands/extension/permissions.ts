import {
  type ListedExtension,
  type ListedPermission,
  listPermissions,
  type PermissionListing,
} from "@svc/runtime/grants";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import type { Paint } from "../../frame/paint.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { linesOf } from "@svc/runtime/policy";
import {
  computedLines,
  mentionedLines,
  parts,
  shownLines,
} from "../../permission/question_text.ts";

export default defineCommand({
  description: [
    "Lists requested permissions, where the code needs them, and their state: granted",
    "by you or by the policy, refused, not asked yet, or denied by the policy. With a 'permissions' key in",
    "the manifest, other permissions that the code mentions are listed but not granted.",
  ].join("\n"),
  examples: {
    "svc extension permissions": "all extensions of this repository",
    "svc extension permissions @acme/tool": "one of them",
    [
      "svc extension permissions " +
      `--jq '.extensions[].permissions[] | select(.state == "open")'`
    ]: "permissions not asked yet; state is granted, refused, open or denied",
  },
  arguments: [
    arg("extension", "the extension, or a type of this repository's own sources", {
      completes: "extension",
      optional: true,
    }),
  ],
  options: { "repo-dir": REPO_DIR },
  lists: ".extensions[]",
  async run(context): Promise<PermissionListing> {
    return await listPermissions(await repositoryOf(context), context.arguments.extension);
  },
  text({ policy, extensions }, { paint }) {
    const blocks = extensions.map((one) => block(one, paint));
    return [
      ...(blocks.length === 0 ? ["There are no extensions in this repository."] : blocks),
      ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    ].join("\n\n");
  },
});

function block(one: ListedExtension, paint: Paint): string {
  const { name, version, origin: from, agreed, permissions, computed } = one;
  const where = from === "local" ? "this repository's own sources" : "pulled";
  return [
    paint.bold(`${name} ${version}`) + ` (${where})`,
    ...(agreed ? [] : ["  You have not approved it in this repository: svc extension install"]),
    ...(permissions.length === 0
      ? ["  requests no permissions"]
      : shownLines(linesOfState(permissions), ({ state }) => [state])),
    ...(one.mentioned === undefined
      ? computedLines(computed)
      : mentionedLines(name, { ...one, mentioned: parts(one.mentioned) }, Infinity)),
  ].join("\n");
}

/** The lines, those of an SDK as one for each state. */
function linesOfState(permissions: readonly ListedPermission[]) {
  return [...Map.groupBy(permissions, (one) => one.sdk === undefined ? "" : stateText(one))]
    .flatMap(([, of]) =>
      linesOf(parts(of)).map((line) => ({ ...line, state: stateText(line.permissions[0]!) }))
    );
}

const STATES: Readonly<Record<ListedPermission["state"], string>> = {
  granted: "granted",
  refused: "not granted",
  open: "not asked yet",
  denied: "denied",
};

function stateText({ state, by }: ListedPermission): string {
  return by === undefined ? STATES[state] : `${STATES[state]} by ${by}`;
}
