import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Html } from "./document.ts";
import { Icon } from "./icon.ts";

interface NoticeProps {
  kind: "info" | "warning" | "error" | "success";
  title: string;
  children?: Child;
}

const ICONS = { info: "unknown", warning: "warning", error: "cross", success: "check" } as const;

/** A boxed message. An error is announced by screen readers at once. */
export function Notice({ kind, title, children }: NoticeProps): Html {
  return html`
    <div role="${kind === "error" ? "alert" : "note"}" aria-label="${title}"
      class="notice notice-${kind}">${Icon({
        name: ICONS[kind],
      })}<div><p class="notice-title">${title}</p>${children}</div></div>
  `;
}
