import { html } from "hono/html";
import type { Html } from "@svc/http/page";

/** Characters of a text that a page shows; what is longer can be downloaded. */
const LONGEST = 100_000;

/** A time for people, with the exact one beside it. */
export function when(time: string | null | undefined): Html | string {
  if (time === null || time === undefined) return "–";
  return html`<time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** The status of a run, as a word with a colour. */
export function statusWord(status: string): Html {
  return html`<span class="${status}">${status}</span>`;
}

/** A table, or words where there is nothing to show. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly unknown[])[],
  empty: string,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`;
  const cells = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`
    <div class="table-scroll" tabindex="0" role="group" aria-label="Table">
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>${cells}</tbody>
      </table>
    </div>
  `;
}

/** Lines that wrap where a table would be too wide: what each is about, then what is known of it. */
export function list(rows: readonly (readonly unknown[])[], empty: string): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`;
  const items = rows.map((parts) =>
    html`<li>${parts.map((part) => part === "" ? "" : html`<span>${part}</span>`)}</li>`
  );
  return html`<ul class="rows">${items}</ul>`;
}

/** A text or value as it is, cut where it gets too long for a page. */
export function shown(value: unknown): Html {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "";
  const cut = text.length > LONGEST;
  return html`<pre tabindex="0">${cut ? text.slice(0, LONGEST) : text}</pre>${
    cut ? html`<p class="quiet">The rest is too long for a page.</p>` : ""
  }`;
}

/** A path of the site from segments, each encoded whole. */
export function pathTo(...segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join("/")}`;
}
