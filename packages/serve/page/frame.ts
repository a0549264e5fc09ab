import { html } from "hono/html";
import type { Caller } from "../caller/caller.ts";

/** Text that is HTML: what was put into it is escaped. */
export type Html = ReturnType<typeof html>;

/** What a page may load: its own style and script, and the events of runs. Nobody may frame it. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; " +
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/** A page without the frame around it. */
export interface Page {
  title: string;
  body: Html;
  /** 200 unless said. */
  status?: number;
  /** Loads the script that follows a run. */
  follows?: boolean;
}

/** The chapters of every page. */
const CHAPTERS = [
  ["/", "Behaviors"],
  ["/runs", "Runs"],
  ["/reports", "Reports"],
  ["/schedules", "Schedules"],
] as const;

/** Puts a page into its frame. @param here path of the page */
export async function framed(
  { title, body, status = 200, follows = false }: Page,
  { caller, here }: { caller: Caller | undefined; here: string },
): Promise<Response> {
  const page = html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · svc</title>
    <link rel="stylesheet" href="/assets/page.css">
    ${follows ? html`<script type="module" src="/assets/follow.js"></script>` : ""}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
    <p class="brand">svc serve</p>
    ${caller === undefined ? "" : navigation(caller, here)}
        </header>
        <main id="content" tabindex="-1">
    ${body}
        </main>
      </body>
    </html>
  `;
  return new Response(String(await page), { status, headers: HEADERS });
}

function navigation({ name, kind }: Caller, here: string): Html {
  const links = CHAPTERS.map(([path, words]) =>
    html`<a href="${path}" ${here === path ? html`aria-current="page"` : ""}>${words}</a>`
  );
  return html`
    <nav aria-label="Chapters">${links}</nav>
    <form method="post"
      action="/sign-out"><span>${kind === "token"
        ? "token "
        : ""}${name}</span> <button>Sign out</button></form>
  `;
}
