import { isSvcError, SvcError } from "@svc/core/error";
import { tryParseExtensionName } from "@svc/core/name";
import { findVisible, type VisibleExtension } from "../../../access/extension/visible.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import type { Rendered, Visit } from "../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { type ExtensionPath, extensionPath } from "./address/extension_path.ts";
import { findReadable } from "../read/readable.ts";
import { extensionHref } from "./address/links.ts";
import { showDependencies } from "./dependencies/route.tsx";
import { findDiff, showDiff } from "./diff/route.tsx";
import { showNewestFiles, showRaw, showSource } from "./files/route.tsx";
import { showOverview } from "./overview/route.tsx";
import { showBadge, showFeed } from "./public_files.ts";
import { showScore } from "./score/route.tsx";
import { showSettings } from "./settings/route.tsx";
import { showType } from "./type/route.tsx";
import { showVersion } from "./version/route.tsx";
import { showVersions } from "./versions/route.tsx";

/** GET /extensions/… : everything about one extension; see `address/extension_path.ts`. */
export async function showExtension(visit: Visit): Promise<Rendered | Response> {
  const { pathname } = visit.url;
  if (pathname === "/extensions/") return redirect("/search");
  const asked = extensionPath(pathname);
  if (asked === undefined) throw nothingThere();
  if (asked.part === "badge.svg") return await showBadge(visit, asked.name);
  const visible = await findAsked(visit, asked).catch((error) => movedTo(visit, asked, error));
  if (typeof visible === "string") return redirect(extensionHref(visible));
  if (visible.extension.name !== asked.name) return await showOverview(visit, visible);
  return await showPart(visit, visible, asked);
}

const UNSEEN: ReadonlySet<string> = new Set(["not_found", ...RESTRICTION_CODES]);

/** The extension that an address is about: one that is called like another one's tab comes first. */
async function findAsked(
  { services: { db }, principal }: Visit,
  asked: ExtensionPath,
): Promise<VisibleExtension> {
  if ("whole" in asked && tryParseExtensionName(asked.whole) !== undefined) {
    try {
      return await findVisible(db, principal, asked.whole);
    } catch (error) {
      // What is not shown at its own address must not hide the other one's tab.
      if (!(error instanceof SvcError) || !UNSEEN.has(error.code)) throw error;
    }
  }
  return await findVisible(db, principal, asked.name);
}

/** What an extension is now called whose name an address has; its page is there. */
async function movedTo(
  { services: { db }, principal }: Visit,
  { name }: ExtensionPath,
  error: unknown,
): Promise<string> {
  if (!isSvcError(error) || error.code !== "not_found") throw error;
  const { extension } = await findReadable(db, principal, name).catch(() => {
    throw error;
  });
  if (extension.superseded_by === null) throw error;
  return extension.superseded_by;
}

async function showPart(
  visit: Visit,
  visible: VisibleExtension,
  asked: ExtensionPath,
): Promise<Rendered | Response> {
  switch (asked.part) {
    case "versions.atom":
      return await showFeed(visit, visible);
    case "versions":
      return await showVersions(visit, visible);
    case "version":
      return await showVersion(visit, visible, asked.version);
    case "type":
      return await showType(visit, visible, asked);
    case "files":
      return await showNewestFiles(visit, visible);
    case "source":
      return await showSource(visit, visible, asked);
    case "raw":
      return await showRaw(visit, visible, asked);
    case "diff":
      return asked.from === undefined
        ? await findDiff(visit, visible, asked.version)
        : await showDiff(visit, visible, { ...asked, from: asked.from });
    case "score":
      return await showScore(visit, visible);
    case "dependencies":
      return await showDependencies(visit, visible);
    case "issues":
      return redirect(`/lab?${new URLSearchParams({ extension: visible.extension.name })}`);
    case "settings":
      return await showSettings(visit, visible);
    default:
      return await showOverview(visit, visible);
  }
}

function nothingThere(): SvcError {
  return new SvcError("not_found", "There is no page at this address", {
    hint: "An extension's page is at /extensions/@collective/name.",
  });
}
