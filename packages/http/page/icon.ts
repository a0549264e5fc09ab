import { html } from "hono/html";
import type { Html } from "./document.ts";

const PATHS = {
  check: "M3 8.500 6.500 12 13 4.500",
  cross: "M4 4l8 8M12 4l-8 8",
  unknown: "M5.500 6a2.500 2.500 0 1 1 3.600 2.250c-.8.4-1.100.9-1.100 1.750M8 12.700v.1",
  warning: "M8 2.500 14 13.500H2zM8 6.500v3M8 11.600v.1",
  search: "M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.500 10.500 14 14",
  copy: "M5.500 5.500h7v8h-7zM3.500 10.500v-8h7",
  seal:
    "M8 1.800 9.800 3.200 12.100 3.100 12.700 5.300 14.400 6.800 13.500 9 13.700 11.300 11.500 12 10.100 13.900 8 13 5.900 13.900 4.500 12 2.300 11.300 2.500 9 1.600 6.800 3.300 5.300 3.900 3.100 6.200 3.200zM5.700 8 7.400 9.700 10.500 6.300",
  lock: "M4.500 7.500h7v6h-7zM6 7.500v-2a2 2 0 0 1 4 0v2",
} as const;

/** A decorative icon; the words beside it carry the meaning. */
export function Icon({ name }: { name: keyof typeof PATHS }): Html {
  return html`
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d="${PATHS[name]}"></path>
    </svg>
  `;
}
