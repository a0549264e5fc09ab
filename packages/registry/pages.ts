import { SvcError } from "@svc/core/error";
import { type App, redirect } from "@svc/http/edge";
import type { Services } from "./access/services.ts";
import { changeOnPage, commentOnPage, showIssue } from "./features/lab/page/issue_route.tsx";
import { showIssues } from "./features/lab/page/list_route.tsx";
import { openIssue, showNewIssue } from "./features/lab/page/new_route.tsx";
import {
  answerConsent,
  showConsent,
  showError,
  signInFor,
} from "./features/oauth/consent_route.tsx";
import {
  answerInInbox,
  openOne,
  readAll,
  readOne,
  showNotifications,
} from "./features/notification/routes.tsx";
import {
  registerApplication,
  removeApplication,
  showApplications,
  withdraw,
} from "./features/oauth/applications_route.tsx";
import { editProfile, showEditProfile } from "./features/profile/edit_page.tsx";
import { showProfile } from "./features/profile/page.tsx";
import { unreadCount } from "./features/notification/read.ts";
import { createProse } from "./platform/web/markdown/prose.ts";
import {
  cacheRoute,
  FIXED,
  LISTED,
  PRESENTED,
  RENDERED,
  SEARCHED,
} from "./access/response_cache/mod.ts";
import { page, type PageCache, type PageHandler } from "./access/page/page.ts";
import { withSession } from "./access/page/signed_in.ts";
import type { Site } from "./access/page/visit.ts";
import { answerInvitation, createCollective, showAccount } from "./features/account/route.tsx";
import {
  postAddress,
  postConfirm,
  postVerification,
  showAddress,
  showConfirm,
} from "./features/account/address_page.tsx";
import { exportData, postDelete, showData } from "./features/account/data_page.tsx";
import { postHold, showHold } from "./features/account/hold_page.tsx";
import { createKey, deleteKey, showKeys } from "./features/account/keys_page.tsx";
import { changePassword, showPassword } from "./features/account/password_page.tsx";
import { prove } from "./features/account/prove.tsx";
import { changeSecurity, showSecurity } from "./features/account/security_page.tsx";
import { endSessions, showSessions } from "./features/account/sessions_page.tsx";
import {
  acceptTransfer,
  leaveCollective,
  showCollective,
} from "./features/collectives/page/route.tsx";
import { changeSettings, openSettings, showSettings } from "./features/settings/route.tsx";
import { showDocs } from "./features/manual/route.tsx";
import { pageCachePolicy } from "./features/extensions/page/cache_policy.ts";
import { showExtension } from "./features/extensions/page/route.tsx";
import { changeExtension } from "./features/extensions/page/settings/route.tsx";
import { postReport, showReport, showReportSent } from "./features/reports/route.tsx";
import { postClaim, postWithdrawal, showClaim } from "./features/claims/route.tsx";
import { act, showOperator } from "./features/operator/route.tsx";
import { mountInstall } from "./features/install/mount.ts";
import { mountSchemas } from "./features/schemas/mount.ts";
import { showInstall } from "./features/install/route.tsx";
import { hideFirstSteps } from "./features/home/first_steps.tsx";
import { showHome } from "./features/home/route.tsx";
import { robotsTxt } from "./features/well_known/robots_txt.ts";
import { securityTxt } from "./features/well_known/security_txt.ts";
import { openSearch } from "./features/extensions/page/search/open_search.ts";
import { showSearch } from "./features/extensions/page/search/route.tsx";
import { decideStaged, showStaged, showStagedList } from "./features/staging/page/route.tsx";
import { mountAssets } from "./platform/web/assets/mount.ts";
import {
  answerBrowserLogin,
  showBrowserLogin,
  showBrowserLoginDone,
} from "./features/oauth/browser_login/route.tsx";
import { answerDevice, showDevice } from "./features/oauth/device/route.tsx";
import { askForReset, showForgot } from "./features/identity/page/forgot.tsx";
import { reset, showReset } from "./features/identity/page/reset.tsx";
import {
  showSignIn,
  showSignUp,
  signIn,
  signInByCode,
  signInByPasskey,
  signOut,
  signUp,
} from "./features/identity/page/session.tsx";

/**
 * Mounts the web pages. Comes last: an address that nothing else knows gets the 404 page.
 *
 * @returns the addresses at which pages are shown
 */
export function mountWeb(app: App, services: Services): string[] {
  const site: Site = {
    app,
    services,
    prose: createProse(services.markdown),
    unread: (id, most) => unreadCount(services.db, { kind: "user", id }, most),
  };
  const shown: string[] = [];
  const get = (path: string, handler: PageHandler, cache?: PageCache) => {
    shown.push(path);
    app.get(path, page(site, handler, cache));
  };
  const keep = (path: string) => app.use(path, cacheRoute(services, path, FIXED));
  const post = (path: string, handler: PageHandler) => app.post(path, page(site, handler));

  keep("/assets/*");
  mountAssets(app);
  keep("/opensearch.xml");
  app.get("/opensearch.xml", () => openSearch(services));
  keep("/robots.txt");
  app.get("/robots.txt", () => robotsTxt());
  app.get("/.well-known/security.txt", () => securityTxt(services));
  mountInstall(app, services);
  keep("/schemas/*");
  mountSchemas(app);
  get("/install", showInstall, FIXED);
  get("/", showHome(services), LISTED);
  post("/first-steps", withSession(hideFirstSteps));
  get("/search", showSearch, SEARCHED);
  // Before the next: to the router, the address without a name is one of its addresses too.
  get("/extensions", ({ context }) => redirect(`/search${new URL(context.req.url).search}`));
  get("/extensions/*", showExtension, pageCachePolicy);
  // A name as it is written, behind the registry's address.
  app.get("/:name{@[^/]+/.+}", ({ req }) => redirect(`/extensions${req.path}`));
  app.get(
    "/:collective{@[^/]+}",
    ({ req }) => redirect(`/collectives/${req.path.slice("/@".length)}`),
  );
  post("/extensions", withSession(changeExtension));
  get("/report", withSession(showReport));
  post("/report", withSession(postReport));
  get("/report/sent", withSession(showReportSent));
  get("/claim", withSession(showClaim));
  post("/claim", withSession(postClaim));
  post("/claim/withdraw", withSession(postWithdrawal));
  get("/operator", showOperator);
  post("/operator", act);
  get("/collectives/:slug", showCollective, PRESENTED);
  post("/collectives/:slug/leave", withSession(leaveCollective));
  post("/collectives/:slug/transfers", withSession(acceptTransfer));
  get("/collectives/:slug/staged", withSession(showStagedList));
  get("/staged/:id", withSession(showStaged));
  post("/staged/:id", withSession(decideStaged));
  get("/collectives/:slug/settings", withSession(openSettings));
  get("/collectives/:slug/settings/:page", showSettings);
  post("/collectives/:slug/settings/:action", withSession(changeSettings));
  const docs = showDocs();
  get("/docs", docs, RENDERED);
  get("/docs/*", docs, RENDERED);
  get("/account", withSession(showAccount));
  get("/account/keys", withSession(showKeys));
  post("/account/keys", withSession(createKey));
  post("/account/keys/delete", withSession(deleteKey));
  get("/account/password", withSession(showPassword));
  post("/account/password", withSession(changePassword));
  get("/account/address", withSession(showAddress));
  post("/account/address", withSession(postAddress));
  post("/account/address/verify", withSession(postVerification));
  get("/account/address/confirm", withSession(showConfirm));
  post("/account/address/confirm", withSession(postConfirm));
  get("/account/security", withSession(showSecurity));
  post("/account/security", withSession(changeSecurity));
  get("/account/hold", showHold);
  post("/account/hold", postHold);
  post("/account/proof", withSession(prove));
  get("/account/sessions", withSession(showSessions));
  post("/account/sessions", withSession(endSessions));
  get("/account/data", withSession(showData));
  post("/account/data/export", withSession(exportData));
  post("/account/data/delete", withSession(postDelete));
  post("/account/collectives", withSession(createCollective));
  post("/account/invitations", withSession(answerInvitation));
  get("/account/profile", withSession(showEditProfile));
  post("/account/profile", withSession(editProfile));
  get("/account/applications", withSession(showApplications));
  post("/account/applications", withSession(registerApplication));
  post("/account/applications/delete", withSession(removeApplication));
  post("/account/applications/withdraw", withSession(withdraw));
  get("/notifications", withSession(showNotifications));
  post("/notifications/invitation", withSession(answerInInbox));
  post("/notifications/open", withSession(openOne));
  post("/notifications/read", withSession(readOne));
  post("/notifications/read-all", withSession(readAll));
  get("/sign-in", showSignIn);
  post("/sign-in", signIn);
  post("/sign-in/code", signInByCode);
  post("/sign-in/passkey", signInByPasskey);
  get("/sign-up", showSignUp);
  post("/sign-up", signUp);
  post("/sign-out", signOut);
  get("/forgot-password", showForgot);
  post("/forgot-password", askForReset);
  get("/reset-password", showReset);
  post("/reset-password", reset);
  get("/device", withSession(showDevice));
  post("/device", withSession(answerDevice));
  get("/login", showBrowserLogin);
  post("/login", withSession(answerBrowserLogin));
  get("/cli/success", showBrowserLoginDone);
  get("/lab", showIssues);
  get("/lab/new", withSession(showNewIssue));
  post("/lab/new", withSession(openIssue));
  get("/lab/:number", showIssue);
  post("/lab/:number", withSession(commentOnPage));
  post("/lab/:number/change", withSession(changeOnPage));
  get("/u/:username", showProfile, PRESENTED);
  get("/oauth/sign-in", signInFor);
  get("/oauth/error", showError);
  get("/oauth/consent", withSession(showConsent));
  post("/oauth/consent", withSession(answerConsent));

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
  return shown;
}
