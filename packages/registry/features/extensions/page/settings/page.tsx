import type { VersionEntry } from "@svc/core/wire";
import { roleAtLeast } from "@svc/core/role";
import { ExtensionShell } from "../frame/shell.tsx";
import type { Transfer } from "../../transfer/schema.ts";
import type { ExtensionView } from "../frame/view.ts";
import { ManageExtension } from "./forms.tsx";

/** What an extension's people can do with it. */
export function SettingsPage({ view, versions, offer, refused }: {
  view: ExtensionView;
  /** The newest versions. */
  versions: VersionEntry[];
  /** To whom it is offered. */
  offer: Transfer | undefined;
  /** Why the last form was refused. */
  refused: string | undefined;
}) {
  return (
    <ExtensionShell view={view} tab="settings" title="Settings">
      <ManageExtension
        info={view.info}
        versions={versions}
        admin={view.role !== undefined && roleAtLeast(view.role, "admin")}
        owner={view.role === "owner"}
        offer={offer}
        refused={refused}
      />
    </ExtensionShell>
  );
}
