import type { Collective } from "@svc/core/wire";
import { columns } from "../frame/columns.ts";

/** A collective and its settings, as people read them (spec §2.4). */
export function collectiveText(collective: Collective): string {
  const yes = (value: boolean) => value ? "yes" : "no";
  return [
    `${collective.slug}${collective.name === collective.slug ? "" : ` (${collective.name})`}`,
    ...(collective.description === null ? [] : [collective.description]),
    ...columns([
      ["  Your role:", collective.role ?? "none"],
      ["  Visibility:", collective.private ? "private" : "public"],
      ["  New issues hidden:", yes(collective.hideIssuesByDefault)],
      ["  Members hidden:", yes(collective.hideMembersFromPublic)],
    ]),
  ].join("\n");
}
