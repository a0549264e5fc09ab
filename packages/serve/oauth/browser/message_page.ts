import { html } from "hono/html";
import { framed } from "../../page/frame.ts";

/** What a message says, and where it leads on to: a page of this server. */
export interface Message {
  title: string;
  text: string;
  link: { path: string; words: string };
}

/** A page that says how signing in went. Its address, which holds a code, goes nowhere as a referrer. */
export async function messagePage(
  status: number,
  { title, text, link }: Message,
  cookie: string,
): Promise<Response> {
  const body = html`
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${link.path}">${link.words}</a></p>
  `;
  const response = await framed({ title, body, status }, { caller: undefined, here: "" });
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.append("set-cookie", cookie);
  return response;
}
