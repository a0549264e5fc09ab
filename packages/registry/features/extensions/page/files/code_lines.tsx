import { raw } from "hono/html";
import type { ShownText } from "../../source/show.ts";

/** A text with numbered lines; `#L12` in the address leads to a line. Copying takes the text alone. */
export function CodeLines({ text }: { text: ShownText }) {
  const numbers = Array.from({ length: text.lines }, (_, index) => index + 1);
  return (
    <div class="code-lines">
      <pre class="line-numbers">{raw(
        numbers.map((line) => `<a id="L${line}" href="#L${line}" tabindex="-1">${line}</a>`)
          .join("\n"),
      )}</pre>
      <pre
        class="code-text"
        tabindex={0}
        role="region"
        aria-label="Source"
      ><code>{raw(text.html)}</code></pre>
    </div>
  );
}
