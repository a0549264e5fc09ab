import { isSvcError } from "@svc/core/error";
import { methodNotAllowed, redirect } from "@svc/http/edge";
import { html } from "hono/html";
import type { Caller } from "../caller/caller.ts";
import type { Mount, Serving } from "../http/endpoint.ts";
import { behaviorPage } from "./behavior_page.ts";
import { behaviorsPage } from "./behaviors_page.ts";
import { dataPage } from "./data_page.ts";
import { FOLLOW_SCRIPT } from "./follow_script.ts";
import { framed, type Page } from "./frame.ts";
import { reportPage, reportsPage } from "./reports_page.ts";
import { returnPath } from "../sessions/return_to.ts";
import { runPage } from "./run_page.ts";
import { runsPage } from "./runs_page.ts";
import { schedulesPage } from "./schedules_page.ts";
import { signIn, signInPage, signOut } from "./sign_in.ts";
import { STYLE } from "./style.ts";
import type { Visit } from "./visit.ts";

type Show = (visit: Visit, ...names: string[]) => Page | Promise<Page>;

/** The pages for those who are signed in; `{}` stands for a name, encoded whole. */
const PAGES: readonly [string, Show][] = [
  ["/", behaviorsPage],
  ["/behaviors/{}", behaviorPage as Show],
  ["/behaviors/{}/data/{}", dataPage as Show],
  ["/behaviors/{}/reports/{}", reportPage as Show],
  ["/runs", runsPage],
  ["/runs/{}", runPage as Show],
  ["/reports", reportsPage],
  ["/schedules", schedulesPage],
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
    <p><a href="/">All behaviors</a></p>
  `,
};

/** Answers with the pages of a server. They only show: nothing on them runs or changes anything. */
export function pages(serving: Serving): Mount {
  return async (request, address) => {
    const { pathname } = new URL(request.url);
    const { method } = request;
    if (!isPage(pathname)) return isOpened(request) ? await alone(NOWHERE, pathname) : undefined;
    const isRead = method === "GET" || method === "HEAD";
    try {
      if (pathname === "/sign-in" && method === "POST") {
        const done = await signIn(serving, request, address);
        return done instanceof Response ? done : await alone(done, pathname);
      }
      if (pathname === "/sign-out" && method === "POST") return signOut(serving, request);
      if (!isRead || pathname === "/sign-out") return methodNotAllowed(method, allowedAt(pathname));
      const asset = ASSETS[pathname];
      if (asset !== undefined) return file(asset);
      if (pathname === "/sign-in") {
        const to = new URL(request.url).searchParams.get("to");
        return await alone(signInPage(serving, returnPath(to)), pathname);
      }
    } catch (error) {
      return await alone(refusal(error), pathname);
    }
    return await forVisitor(serving, request, address);
  };
}

/** A page for somebody who is signed in; others are sent to sign in. */
async function forVisitor(serving: Serving, request: Request, address: string): Promise<Response> {
  const url = new URL(request.url);
  let caller: Caller;
  try {
    caller = await serving.credentials.resolve(request, address);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.status !== 401) return await alone(refusal(error), url.pathname);
    return redirect(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`);
  }
  const { show, names } = pageAt(url.pathname)!;
  const visit = { serving, caller, url };
  const page = await Promise.resolve().then(() => show(visit, ...names)).catch(refusal);
  return await framed(page, { caller, here: url.pathname });
}

function isPage(path: string): boolean {
  return path === "/sign-in" || path === "/sign-out" || Object.hasOwn(ASSETS, path) ||
    pageAt(path) !== undefined;
}

/** The page at a path, and the names in it. */
function pageAt(path: string): { show: Show; names: string[] } | undefined {
  const given = path.split("/");
  for (const [pattern, show] of PAGES) {
    const parts = pattern.split("/");
    const fits = parts.length === given.length &&
      parts.every((part, index) => part === given[index] || part === "{}" && given[index] !== "");
    if (!fits) continue;
    try {
      const names = given.filter((_, index) => parts[index] === "{}").map(decodeURIComponent);
      return { show, names };
    } catch {
      return undefined;
    }
  }
  return undefined;
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

/** A refusal as a page. @throws what is a fault of ours, for the log */
function refusal(error: unknown): Page {
  if (!isSvcError(error)) throw error;
  const { status, message, hint } = error;
  const title = status === 404 ? "Not found" : "This page cannot be shown";
  return {
    title,
    status,
    body: html`<h1>${title}</h1><p>${message}</p>${hint === undefined ? "" : html`<p>${hint}</p>`}
<p><a href="/">All behaviors</a></p>`,
  };
}

function file({ type, text }: { type: string; text: string }): Response {
  return new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "max-age=300" },
  });
}

function allowedAt(path: string): readonly string[] {
  if (path === "/sign-out") return ["POST"];
  return path === "/sign-in" ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
