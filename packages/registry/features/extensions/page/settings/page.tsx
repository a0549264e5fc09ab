import type { VersionEntry } from "@svc/core/wire";
import { roleAtLeast } from "@svc/core/role";
import { ExtensionShell } from "../frame/shell.tsx";
import type { ExtensionView } from "../frame/view.ts";
import { ManageExtension } from "./forms.tsx";

/** What an extension's people can do with it. */
export function SettingsPage({ view, versions, refused }: {
  view: ExtensionView;
  /** The newest versions. */
  versions: VersionEntry[];
  /** Why the last form was refused. */
  refused: string | undefined;
}) {
  return (
    <ExtensionShell view={view} tab="settings" title="Settings">
      <ManageExtension
        info={view.info}
        versions={versions}
        admin={view.role !== undefined && roleAtLeast(view.role, "admin")}
        refused={refused}
      />
    </ExtensionShell>
  );
}
