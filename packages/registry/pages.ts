import { SvcError } from "@svc/core/error";
import type { App } from "./platform/http/environment.ts";
import type { Services } from "./access/services.ts";
import { commentOnPage, showIssue, showIssues } from "./features/lab/routes.tsx";
import { answerConsent, showConsent, signInFor } from "./features/oauth/consent_route.tsx";
import { readAll, readOne, showNotifications } from "./features/notification/routes.tsx";
import {
  registerApplication,
  removeApplication,
  showApplications,
  withdraw,
} from "./features/oauth/applications_route.tsx";
import { editProfile, showEditProfile } from "./features/profile/edit_page.tsx";
import { showProfile } from "./features/profile/page.tsx";
import { unreadCount } from "./features/notification/unread.ts";
import { createProse } from "./platform/web/markdown/prose.ts";
import { page, type PageHandler } from "./access/page/page.ts";
import type { Site } from "./access/page/visit.ts";
import { redirect } from "./platform/web/page/redirect.ts";
import {
  answerInvitation,
  createCollective,
  createKey,
  deleteKey,
  showAccount,
} from "./features/account/route.tsx";
import { leaveCollective, showCollective } from "./features/collectives/page/route.tsx";
import { changeSettings, showSettings } from "./features/settings/route.tsx";
import { showDocs } from "./features/manual/route.tsx";
import { changeExtension, showExtension } from "./features/extensions/page/route.tsx";
import { showHome } from "./features/home/route.tsx";
import { openSearch } from "./features/extensions/page/search/open_search.ts";
import { showSearch } from "./features/extensions/page/search/route.tsx";
import { mountAssets } from "./platform/web/assets/mount.ts";
import { answerDevice, showDevice } from "./features/oauth/device/route.tsx";
import {
  showSignIn,
  showSignUp,
  signIn,
  signOut,
  signUp,
} from "./features/identity/page/session.tsx";

/** Mounts the web pages. Comes last: an address that nothing else knows gets the 404 page. */
export function mountWeb(app: App, services: Services): void {
  const site: Site = {
    app,
    services,
    prose: createProse(services.markdown),
    unread: (id, most) => unreadCount(services.db, { kind: "user", id }, most),
  };
  const get = (path: string, handler: PageHandler) => app.get(path, page(site, handler));
  const post = (path: string, handler: PageHandler) => app.post(path, page(site, handler));

  mountAssets(app);
  app.get("/opensearch.xml", () => openSearch(services));
  get("/", showHome(services));
  get("/search", showSearch);
  get("/extensions/*", showExtension);
  get("/extensions", () => redirect("/search"));
  post("/extensions", changeExtension);
  get("/collectives/:slug", showCollective);
  post("/collectives/:slug/leave", leaveCollective);
  get("/collectives/:slug/settings", showSettings);
  post("/collectives/:slug/settings/:action", changeSettings);
  const docs = showDocs();
  get("/docs", docs);
  get("/docs/*", docs);
  get("/account", showAccount);
  post("/account/keys", createKey);
  post("/account/keys/delete", deleteKey);
  post("/account/collectives", createCollective);
  post("/account/invitations", answerInvitation);
  get("/account/profile", showEditProfile);
  post("/account/profile", editProfile);
  get("/account/applications", showApplications);
  post("/account/applications", registerApplication);
  post("/account/applications/delete", removeApplication);
  post("/account/applications/withdraw", withdraw);
  get("/notifications", showNotifications);
  post("/notifications/read", readOne);
  post("/notifications/read-all", readAll);
  get("/sign-in", showSignIn);
  post("/sign-in", signIn);
  get("/sign-up", showSignUp);
  post("/sign-up", signUp);
  post("/sign-out", signOut);
  get("/device", showDevice);
  post("/device", answerDevice);
  get("/lab", showIssues);
  get("/lab/:number", showIssue);
  post("/lab/:number", commentOnPage);
  get("/u/:username", showProfile);
  get("/oauth/sign-in", signInFor);
  get("/oauth/consent", showConsent);
  post("/oauth/consent", answerConsent);

  const nothing = page(site, () => {
    throw new SvcError("not_found", "There is no page at this address", {
      hint: "Check the address; a private page shows only to members who are signed in.",
    });
  });
  app.get("*", async (context, next) => {
    const accepts = context.req.header("accept") ?? "";
    if (context.req.path.startsWith("/api/") || !accepts.includes("text/html")) return await next();
    return await nothing(context);
  });
}
