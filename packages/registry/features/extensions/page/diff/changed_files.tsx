import type { SafeHtml } from "../../../../platform/web/markdown/safe_html.ts";
import type { Hunk } from "../../source/patch.ts";
import { visibleHtml } from "../../source/visible_html.ts";
import { visibleName } from "@svc/core/text";
import { raw } from "hono/html";
import type { ChangedFile, Comparison } from "../../source/compare.ts";
import { diffHref, sourceHref } from "../address/links.ts";
import { plural } from "../catalogue/plural.ts";

interface ChangedFilesProps {
  name: string;
  version: string;
  from: string;
  /** True on the page of a single file. */
  single: boolean;
  comparison: Comparison;
}

/** The files that differ, each with the lines that do. */
export function ChangedFiles(props: ChangedFilesProps) {
  const { files, unchanged } = props.comparison;
  return (
    <section aria-labelledby="files-title">
      <h3 id="files-title">Files</h3>
      <p>
        {plural(files.length, "file")} changed{props.single ? null : `, ${unchanged} the same`}.
      </p>
      {files.map((file) => <Changed {...props} file={file} />)}
    </section>
  );
}

function Changed({ name, version, from, single, file }: ChangedFilesProps & { file: ChangedFile }) {
  const { path, kind, patch } = file;
  const open = kind !== "removed" && !file.generated || single;
  return (
    <details class="diff" open={open}>
      <summary>
        <code>{visibleName(path)}</code> <span class={`chip chip-${kind}`}>{kind}</span>
        {file.generated ? <span class="chip chip-quiet">made by svc</span> : null}
        {typeof patch === "string" ? null : <Counts {...patch} />}
      </summary>
      {file.from === undefined ? null : (
        <p class="quiet">
          Was <code>{visibleName(file.from)}</code>. The contents are the same.
        </p>
      )}
      <p class="diff-links">
        <a
          href={kind === "removed" ? sourceHref(name, from, path) : sourceHref(name, version, path)}
        >
          {kind === "removed" ? "File before" : "Whole file"}{" "}
          <span class="visually-hidden">{visibleName(path)}</span>
        </a>
      </p>
      {typeof patch === "string"
        ? (
          <NotCompared
            why={patch}
            href={single ? undefined : diffHref(name, version, from, path)}
          />
        )
        : patch.hunks.length === 0
        ? null
        : (
          <pre
            class="diff-lines"
            tabindex={0}
            role="region"
            aria-label={`Changes in ${visibleName(path)}`}
          ><code>{raw(hunksHtml(patch.hunks))}</code></pre>
        )}
    </details>
  );
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="diff-counts">
      <span class="diff-added">+{added}</span> <span class="diff-removed">−{removed}</span>
      <span class="visually-hidden">lines</span>
    </span>
  );
}

const WHY = {
  binary: "This file is not text, so its changes are not shown.",
  large: "This file is too large to compare.",
  late: "The two versions of this file differ too much to compare them line by line.",
} as const;

function NotCompared({ why, href }: {
  why: keyof typeof WHY | "beyond";
  href: string | undefined;
}) {
  if (why !== "beyond") return <p>{WHY[why]}</p>;
  if (href === undefined) return <p>The changes of this file are too long to show.</p>;
  return (
    <p>
      Not shown here, as the page would get too long.{" "}
      <a href={href}>Show the changes of this file</a>
    </p>
  );
}

/** Lines that differ as HTML: added ones in `<ins>`, removed ones in `<del>`. */
function hunksHtml(hunks: readonly Hunk[]): SafeHtml {
  return hunks.map(({ newStart, lines }) =>
    `<span class="diff-place">Line ${Number(newStart)}</span>${lines.map(lineHtml).join("")}`
  ).join("") as SafeHtml;
}

/** One line; its end stands inside, so that an empty one has a height. */
function lineHtml(line: string): string {
  const tag = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span";
  return `<${tag}>${visibleHtml(line)}\n</${tag}>`;
}
