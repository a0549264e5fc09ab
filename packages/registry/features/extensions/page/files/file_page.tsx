import type { VersionEntry } from "@svc/core/wire";
import { visibleName } from "@svc/core/text";
import { Notice } from "@svc/http/page";
import type { ShownText, SourceFile } from "../../source/show.ts";
import { rawHref } from "../address/links.ts";
import { plural } from "../catalogue/plural.ts";
import { sizeText } from "../components/size.ts";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import type { ExtensionView } from "../frame/view.ts";
import { PathLinks } from "./path_links.tsx";
import { raw } from "hono/html";

interface FilePageProps {
  view: ExtensionView;
  entry: VersionEntry;
  path: string;
  source: SourceFile;
}

const NOT_SHOWN = {
  binary: "This file is not text, so it is not shown.",
  large: "This file is too large to show.",
} as const;

/** One file of a version, with a number and an address for each line. */
export function FilePage({ view, entry, path, source }: FilePageProps) {
  const { name, latestVersion } = view.info;
  const { shown } = source;
  return (
    <ExtensionShell view={view} tab="files" title={`${visibleName(path)} · ${entry.version}`}>
      <div class="version-head">
        <h2 class="break">{visibleName(path.slice(path.lastIndexOf("/") + 1))}</h2>
        <span class="chip chip-quiet">{entry.version}</span>
        <VersionChips entry={entry} latest={latestVersion} />
      </div>
      <VersionNotices view={view} entry={entry} />
      <PathLinks name={name} version={entry.version} path={path} />
      <p class="file-facts">
        <span>
          {typeof shown === "string" ? null : <>{plural(shown.lines, "line")},{" "}</>}
          {sizeText(source.bytes)}
          {source.executable ? ", executable" : null}
        </span>
        <a href={rawHref(name, entry.version, path)}>Raw</a>
      </p>
      {typeof shown === "string" ? <p class="sheet">{NOT_SHOWN[shown]}</p> : (
        <>
          {shown.hidden > 0 ? <HiddenNotice count={shown.hidden} /> : null}
          <CodeLines text={shown} />
        </>
      )}
    </ExtensionShell>
  );
}

function HiddenNotice({ count }: { count: number }) {
  return (
    <Notice
      kind="warning"
      title={`${plural(count, "character")} in this file ${count === 1 ? "is" : "are"} invisible`}
    >
      <p>
        Such characters can make code look different from what it does. Each is written out and
        marked, for example <code>\u202e</code>.
      </p>
    </Notice>
  );
}

/** A text with numbered lines; `#L12` in the address leads to a line. Copying takes the text alone. */
function CodeLines({ text }: { text: ShownText }) {
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
