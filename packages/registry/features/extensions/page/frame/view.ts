import type { ExtensionInfo } from "@svc/core/wire";
import type { Role } from "@svc/core/role";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Visit } from "../../../../access/page/visit.ts";
import type { PageFrame } from "../../../../platform/web/layout/layout.tsx";
import { infoOf, readCurrentVersion } from "../../read/info.ts";
import type { VersionRow } from "../../record/tables.ts";

/** What every page about an extension shows around its own part. */
export interface ExtensionView extends PageFrame {
  info: ExtensionInfo;
  /** The viewer's role in the collective; undefined for outsiders. */
  role: Role | undefined;
  now: Date;
}

/** The view of an extension that the visitor may see, and the version it is judged by. */
export async function viewOf(
  { services, frame, now }: Visit,
  visible: VisibleExtension,
): Promise<{ view: ExtensionView; shown: VersionRow | undefined }> {
  const [info, shown] = await Promise.all([
    infoOf(services, visible),
    readCurrentVersion(services, visible.extension),
  ]);
  return { view: { ...frame, info, role: visible.role, now }, shown };
}
