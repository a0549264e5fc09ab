import { type Html, PAGE_HEADERS, pageDocument } from "@svc/http/page";
import { html } from "hono/html";
import type { Caller } from "../caller/caller.ts";

/** Pages follow the events of runs as well. */
const HEADERS = {
  ...PAGE_HEADERS,
  "cache-control": "no-store",
  "content-security-policy": `${PAGE_HEADERS["content-security-policy"]}; connect-src 'self'`,
};

/** A page without the frame around it. */
export interface Page {
  title: string;
  body: Html;
  /** 200 unless said. */
  status?: number;
  /** Loads the script that follows a run. */
  follows?: boolean;
  /** Lets the browser keep a choice. */
  cookie?: string | undefined;
}

/** The chapters of every page. */
const CHAPTERS = [
  ["/", "Home"],
  ["/behaviors", "Behaviors"],
  ["/runs", "Runs"],
  ["/reports", "Reports"],
  ["/schedules", "Schedules"],
  ["/webhooks", "Webhooks"],
] as const;

/** Puts a page into its frame. @param here path of the page */
export async function framed(
  { title, body, status = 200, follows = false, cookie }: Page,
  { caller, here }: { caller: Caller | undefined; here: string },
): Promise<Response> {
  const page = pageDocument({
    title,
    style: "/assets/page.css",
    head: html`<meta name="robots" content="noindex">${
      follows ? html`<script type="module" src="/assets/follow.js"></script>` : ""
    }`,
    header: caller === undefined ? "" : navigation(caller, here),
    main: body,
  });
  const headers = cookie === undefined ? HEADERS : { ...HEADERS, "set-cookie": cookie };
  return new Response(String(await page), { status, headers });
}

function navigation({ name, kind }: Caller, here: string): Html {
  const links = CHAPTERS.map(([path, words]) =>
    html`<a href="${path}" ${here === path ? html`aria-current="page"` : ""}>${words}</a>`
  );
  return html`
    <nav class="site-nav" aria-label="Chapters">${links}</nav>
    <form method="post"
      action="/sign-out"><span>${kind === "token"
        ? "token "
        : ""}${name}</span> <button>Sign out</button></form>
  `;
}
