import { parseContents } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { roleAtLeast } from "@svc/core/role";
import { infoOf, readShownVersion } from "../read/info.ts";
import { versionsOf } from "../read/list_versions.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { findVisible } from "../../../access/extension/visible.ts";
import { scoreBadge } from "./badge/badge.ts";
import { callApi, refusalText } from "../../../access/page/call_api.ts";
import { extensionAction } from "./action.ts";
import { field, readForm } from "../../../access/page/read_form.ts";
import { versionFeed } from "./feed/atom.ts";
import type { SafeHtml } from "../../../platform/web/markdown/safe_html.ts";
import type { Rendered } from "../../../access/page/html_response.ts";
import { signedIn } from "../../../access/page/signed_in.ts";
import type { Visit } from "../../../access/page/visit.ts";
import { ExtensionPage } from "./page.tsx";
import { extensionPath } from "./search/extension_path.ts";
import { redirect } from "../../../platform/web/page/redirect.ts";

/** Versions on the page, and in the feed. */
const SHOWN_VERSIONS = 20;

/** GET /extensions/… : the page of an extension, its badge, its feed. */
export async function showExtension(visit: Visit): Promise<Rendered | Response> {
  const asked = extensionPath(visit.url.pathname);
  if (asked === undefined) return redirect("/search");
  if (asked.part === "badge.svg") return await badge(visit, asked.name);
  if (asked.part === "versions.atom") return await feed(visit, asked.name);
  return await extensionPage(visit, asked.name);
}

/** POST /extensions: what an extension's people do with it; `name` and `action` are fields. */
export async function changeExtension(visit: Visit): Promise<Rendered | Response> {
  signedIn(visit);
  const form = await readForm(visit);
  const call = extensionAction(form);
  if (call === undefined) {
    throw new SvcError("not_found", "There is no such form", {
      hint: "Open the extension's page.",
    });
  }
  const name = field(form, "name");
  const answer = await callApi(visit, call);
  if (answer.ok) return redirect(`/extensions/${name}`);
  const rendered = await extensionPage(visit, name, refusalText(answer.error));
  return { ...rendered, status: answer.status };
}

async function extensionPage(visit: Visit, name: string, refused?: string): Promise<Rendered> {
  const { services, principal, site } = visit;
  const visible = await findVisible(services.db, principal, name);
  const [info, shown, versions] = await Promise.all([
    infoOf(services, visible),
    readShownVersion(services, visible.extension),
    versionsOf(services, visible.extension.id, { page: 1, perPage: SHOWN_VERSIONS }),
  ]);
  const render = (part: string, text: string | null | undefined): Promise<SafeHtml> | undefined =>
    text ? site.prose.of(text, { idPrefix: `${part}-`, headingShift: 1 }) : undefined;
  return {
    page: (
      <ExtensionPage
        {...visit.frame}
        info={info}
        scorecard={shown && scorecardOf(services.config, visible.extension, shown)}
        contents={shown && parseContents(shown.descriptor)}
        readme={await render("readme", shown?.readme)}
        releaseNotes={await render("notes", shown?.release_notes)}
        versions={versions.versions}
        versionTotal={versions.meta.total}
        manage={visible.role && { admin: roleAtLeast(visible.role, "admin"), refused }}
        now={visit.now}
      />
    ),
  };
}

async function badge({ services }: Visit, name: string): Promise<Response> {
  // Badges stand on other sites: only what anybody may see.
  const { extension } = await findVisible(services.db, { kind: "anonymous" }, name);
  const shown = await readShownVersion(services, extension);
  const svg = scoreBadge(shown ? scorecardOf(services.config, extension, shown) : null);
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=300",
      "content-security-policy": "default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

async function feed({ services, principal }: Visit, name: string): Promise<Response> {
  const visible = await findVisible(services.db, principal, name);
  const { versions } = await versionsOf(services, visible.extension.id, {
    page: 1,
    perPage: SHOWN_VERSIONS,
  });
  const xml = versionFeed({
    name,
    baseUrl: services.config.baseUrl,
    updatedAt: visible.extension.updated_at,
    versions: versions.filter((entry) => entry.yankedAt === null),
  });
  return new Response(xml, {
    headers: {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": visible.collective.private ? "private, no-cache" : "public, max-age=300",
      vary: "cookie",
    },
  });
}
