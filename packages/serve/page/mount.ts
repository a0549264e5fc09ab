import { isSvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { methodNotAllowed, redirect } from "@svc/http/edge";
import { assertOwnPage, formOf } from "@svc/http/input";
import { html } from "hono/html";
import type { Caller } from "../caller/caller.ts";
import type { Mount, Serving } from "../http/endpoint.ts";
import { errorWithoutRoot } from "../request/own_paths.ts";
import { returnPath } from "../sessions/return_to.ts";
import type { Act } from "./action.ts";
import { behaviorPage } from "./behavior_page.ts";
import { behaviorsPage } from "./behaviors_page.ts";
import { cancelRun, pauseSchedule, resumeSchedule, runSchedule } from "./schedule_actions.ts";
import { changesPage } from "./changes_page.ts";
import { dataPage } from "./data_page.ts";
import { FOLLOW_SCRIPT } from "./follow_script.ts";
import { framed, type Page } from "./frame.ts";
import { homePage } from "./home_page.ts";
import { reportPage, reportsPage } from "./reports_page.ts";
import { retryRun } from "./retry_run.ts";
import { followLog, logText } from "./run_log.ts";
import { runPage } from "./run_page.ts";
import { runsPage } from "./runs_page.ts";
import { schedulePage, schedulesPage } from "./schedules_page.ts";
import { signIn, signInPage, signOut } from "./sign_in.ts";
import { startPage, startRun } from "./start_page.ts";
import { STYLE } from "./style.ts";
import type { Visit } from "./visit.ts";
import { webhooksPage } from "./webhooks_page.ts";

/** A page, or what is no page: a stream, a file to keep. */
type Show = (visit: Visit, ...names: string[]) => Page | Response | Promise<Page | Response>;

/** The pages for those who are signed in; `{}` stands for a name, encoded whole. */
const PAGES: readonly [string, Show][] = [
  ["/", homePage],
  ["/behaviors", behaviorsPage],
  ["/behaviors/{}", behaviorPage as Show],
  ["/behaviors/{}/methods/{}", startPage as Show],
  ["/behaviors/{}/data/{}", dataPage as Show],
  ["/behaviors/{}/data/{}/changes", changesPage as Show],
  ["/behaviors/{}/reports/{}", reportPage as Show],
  ["/runs", runsPage],
  ["/runs/{}", runPage as Show],
  ["/runs/{}/follow", followLog as Show],
  ["/runs/{}/log", logText as Show],
  ["/reports", reportsPage],
  ["/schedules", schedulesPage],
  ["/schedules/{}", schedulePage as Show],
  ["/webhooks", webhooksPage],
];

/** What the forms of pages do. An address that is not a page's own lies right below its page's. */
const ACTIONS: readonly [string, Act][] = [
  ["/behaviors/{}/methods/{}", startRun as Act],
  ["/runs/{}/cancel", cancelRun as Act],
  ["/runs/{}/retry", retryRun as Act],
  ["/schedules/{}/pause", pauseSchedule as Act],
  ["/schedules/{}/resume", resumeSchedule as Act],
  ["/schedules/{}/run", runSchedule as Act],
];

const ASSETS: Readonly<Record<string, { type: string; text: string }>> = {
  "/assets/page.css": { type: "text/css", text: STYLE },
  "/assets/follow.js": { type: "text/javascript", text: FOLLOW_SCRIPT },
};

const NOWHERE: Page = {
  title: "Not found",
  status: 404,
  body: html`
    <h1>Not found</h1>
    <p>There is nothing at this address.</p>
    <p><a href="/behaviors">All behaviors</a></p>
  `,
};

/**
 * Answers with the pages of a server. Whoever opens one or sends its form has the rights of the interface,
 * checked in the same place.
 */
export function pages(serving: Serving): Mount {
  return async (request, address) => {
    const { pathname } = new URL(request.url);
    const { method } = request;
    if (!isPage(pathname)) return isOpened(request) ? await alone(NOWHERE, pathname) : undefined;
    try {
      const allowed = allowedAt(pathname);
      if (!allowed.includes(method)) return methodNotAllowed(method, allowed);
      if (method === "POST") assertOwnPage(request, serving.origins);
      if (pathname === "/sign-in" && method === "POST") {
        const done = await signIn(serving, request, address);
        return done instanceof Response ? done : await alone(done, pathname);
      }
      if (pathname === "/sign-out") return signOut(serving, request);
      const asset = ASSETS[pathname];
      if (asset !== undefined) return file(asset);
      if (pathname === "/sign-in") {
        const to = new URL(request.url).searchParams.get("to");
        return await alone(signInPage(serving, returnPath(to)), pathname);
      }
    } catch (error) {
      return await alone(refusal(serving, error), pathname);
    }
    return await forVisitor(serving, request, address);
  };
}

/** What somebody who is signed in asked for; others are sent to sign in. */
async function forVisitor(serving: Serving, request: Request, address: string): Promise<Response> {
  const url = new URL(request.url);
  const here = url.pathname;
  let caller: Caller;
  try {
    caller = await serving.credentials.resolve(request, address);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.status !== 401) return await alone(refusal(serving, error), here);
    const to = found(PAGES, here) === undefined ? pageAbove(here) : here + url.search;
    return redirect(`/sign-in?to=${encodeURIComponent(to)}`);
  }
  const visit = { serving, caller, url, request, address };
  const own = found(PAGES, here) === undefined ? pageAbove(here) : here;
  const back = request.method === "POST" ? own : undefined;
  const done = await answered(visit).catch((error) => refusal(serving, error, back));
  if (done instanceof Response) return done;
  return typeof done === "string" ? redirect(done) : await framed(done, { caller, here });
}

/** A page, or the path of one after a form. */
async function answered(visit: Visit): Promise<Page | Response | string> {
  const { request, url: { pathname } } = visit;
  if (request.method !== "POST") {
    const { does: show, names } = found(PAGES, pathname)!;
    return await show(visit, ...names);
  }
  const { does: act, names } = found(ACTIONS, pathname)!;
  const form = await formOf(request, LIMITS.requestBodyBytes);
  return await act({ ...visit, form }, ...names);
}

function isPage(path: string): boolean {
  return allowedAt(path).length > 0;
}

/** What stands for a path in a table, and the names in it. */
function found<Does>(
  table: readonly (readonly [string, Does])[],
  path: string,
): { does: Does; names: string[] } | undefined {
  const given = path.split("/");
  for (const [pattern, does] of table) {
    const parts = pattern.split("/");
    const fits = parts.length === given.length &&
      parts.every((part, index) => part === given[index] || part === "{}" && given[index] !== "");
    if (!fits) continue;
    try {
      const names = given.filter((_, index) => parts[index] === "{}").map(decodeURIComponent);
      return { does, names };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function pageAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Whether a browser opens an address that nothing answers, which is not an address of programs. */
function isOpened({ method, url, headers }: Request): boolean {
  return method === "GET" &&
    !/^\/(?:api|auth|hooks|mcp|\.well-known)(?:\/|$)/.test(new URL(url).pathname) &&
    (headers.get("accept") ?? "").includes("text/html");
}

async function alone(page: Page, here: string): Promise<Response> {
  return await framed(page, { caller: undefined, here });
}

/**
 * A refusal as a page.
 *
 * @param back the page whose form was sent
 * @throws what is a fault of ours, for the log
 */
function refusal({ repository }: Serving, thrown: unknown, back?: string): Page {
  const error = errorWithoutRoot(thrown, repository.root);
  if (!isSvcError(error)) throw error;
  const { status, message, hint } = error;
  const title = status === 404 ? "Not found" : "This did not work";
  return {
    title,
    status,
    body: html`<h1>${title}</h1><p>${message}</p>${hint === undefined ? "" : html`<p>${hint}</p>`}
<p>${
      back === undefined
        ? html`<a href="/behaviors">All behaviors</a>`
        : html`<a href="${back}">Back to where you were</a>`
    }</p>`,
  };
}

function file({ type, text }: { type: string; text: string }): Response {
  return new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "max-age=300" },
  });
}

/** The methods that a path of the pages takes; none for others. */
function allowedAt(path: string): readonly string[] {
  const isShown = path === "/sign-in" || Object.hasOwn(ASSETS, path) ||
    found(PAGES, path) !== undefined;
  const isSent = path === "/sign-in" || path === "/sign-out" || found(ACTIONS, path) !== undefined;
  return [...isShown ? ["GET", "HEAD"] : [], ...isSent ? ["POST"] : []];
}
