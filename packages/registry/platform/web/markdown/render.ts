import { loadHighlight } from "./highlight.ts";
import { processorMs } from "./processor_time.ts";
import type { SafeHtml } from "./safe_html.ts";
import { sanitise } from "./sanitise.ts";
import MarkdownIt from "markdown-it";

type Token = ReturnType<typeof markdown.parse>[number];

/** How a document sits in its page. */
export interface RenderOptions {
  /** Put before heading ids, so that a stranger's headings cannot take the page's own. */
  idPrefix: string;
  /** Levels that headings move down, below the page's own headings. */
  headingShift: number;
  /** Where relative links lead; without it they lead nowhere. */
  place?: Place;
  /** True for documents of our own: links carry no nofollow. */
  trusted?: boolean;
}

/** Longest document rendered; the rest is cut, and said so. */
export const MOST_MARKDOWN_CHARACTERS = 200_000;

/** Blocks that are coloured in one document. */
const MOST_HIGHLIGHTED = 60;

/** Milliseconds of processor time after which the remaining blocks of a document stay plain. */
const HIGHLIGHT_BUDGET = 1_500;

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
// An address typed as plain text without a scheme is left alone: `file.md` is not a web site.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Markdown to HTML that is safe to put into a page, whoever wrote it. */
export async function renderMarkdown(source: string, options: RenderOptions): Promise<SafeHtml> {
  const cut = source.length > MOST_MARKDOWN_CHARACTERS;
  const tokens = markdown.parse(cut ? source.slice(0, MOST_MARKDOWN_CHARACTERS) : source, {});
  const fences = tokens.filter((token) => token.type === "fence").slice(0, MOST_HIGHLIGHTED);
  const highlight = await loadHighlight(fences.map(fenceLanguage));
  const started = processorMs();
  for (const fence of fences) {
    if (processorMs() - started > HIGHLIGHT_BUDGET) break;
    fence.meta = { html: highlight(fence.content, fenceLanguage(fence)) };
  }
  setHeadings(tokens, options);
  for (const token of tokens) {
    for (const child of token.children ?? []) setAddress(child, options);
  }
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return sanitise(cut ? `${html}<p><em>The rest is too long to show.</em></p>` : html);
}

/** Lines of a document from `from` up to `to` of which none ends a comment. */
interface Openness {
  from: number;
  to: number;
}

// Authors put comments into markdown for other tools; they are no text of the document.
markdown.block.ruler.before(
  "paragraph",
  "comment",
  (state, startLine, endLine, silent) => {
    const line = (at: number) =>
      state.src.slice(state.bMarks[at]! + state.tShift[at]!, state.eMarks[at]);
    if (!line(startLine).startsWith("<!--")) return false;
    // What was looked through once is not looked through again: thousands may begin and none end.
    const env = state.env as { open?: Openness };
    const known = env.open && startLine >= env.open.from && startLine < env.open.to
      ? env.open
      : { from: startLine, to: startLine };
    for (let at = known.to; at < endLine; at++) {
      if (!line(at).trimEnd().endsWith("-->")) continue;
      if (!silent) state.line = at + 1;
      return true;
    }
    env.open = { from: known.from, to: Math.max(known.to, endLine) };
    return false;
  },
  { alt: ["paragraph"] },
);

// A picture that a page loads tells its owner who reads the page, so a link stands in its place.
// An image inside a link leaves its words, as links do not nest.
markdown.core.ruler.push("linked_images", ({ tokens, Token }) => {
  for (const block of tokens) {
    let inLink = 0;
    block.children = block.children?.flatMap((token) => {
      if (token.type === "link_open") inLink += 1;
      if (token.type === "link_close") inLink -= 1;
      if (token.type !== "image") return [token];
      const text = new Token("text", "", 0);
      const address = remoteAddress(token);
      const words = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {})
        .trim();
      text.content = words || (inLink > 0 ? "image" : "");
      if (inLink > 0 || address === undefined) return [text];
      text.content = words === "" ? `image at ${address.host}` : `image: ${words}`;
      const open = new Token("link_open", "a", 1);
      open.attrSet("href", address.href);
      return [open, text, new Token("link_close", "a", -1)];
    }) ?? null;
  }
});

function remoteAddress(image: Token): URL | undefined {
  const source = String(image.attrGet("src") ?? "");
  return /^https?:\/\//i.test(source) && URL.canParse(source) ? new URL(source) : undefined;
}

markdown.renderer.rules.fence = (tokens, index) => {
  const token = tokens[index]!;
  const html = (token.meta as { html?: string } | null)?.html ??
    markdown.utils.escapeHtml(token.content);
  return `<pre tabindex="0"><code>${html}</code></pre>\n`;
};
markdown.renderer.rules.code_block = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
markdown.renderer.rules.table_open = () =>
  '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";
function fenceLanguage(token: Token): string {
  return token.info.trim().split(/[\s{,]/)[0]!.toLowerCase();
}

function setHeadings(tokens: Token[], options: RenderOptions): void {
  const slug = headingSlugs(options.idPrefix);
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + options.headingShift)}`;
    if (token.type === "heading_open") token.attrSet("id", slug(tokens[index + 1]!.content));
  }
}

function setAddress(token: Token, options: RenderOptions): void {
  if (token.type !== "link_open") return;
  const href = String(token.attrGet("href") ?? "");
  if (href.startsWith("#")) {
    token.attrSet("href", `#${options.idPrefix}${href.slice(1)}`);
  } else if (/^(https?:\/\/|mailto:)/i.test(href)) {
    if (!options.trusted) token.attrSet("rel", "nofollow noopener ugc");
  } else {
    const resolved = options.place && relativeLink(options.place, href);
    token.attrs = resolved === undefined ? null : [["href", resolved]];
  }
}

/** Makes ids for headings: the usual lower-case form, unique within one document. */
function headingSlugs(prefix: string): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading.toLowerCase().replaceAll(/[`*_~]/g, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "section";
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return `${prefix}${slug}${count === 0 ? "" : `-${count}`}`;
  };
}

/** Where a document lies, so that its relative links lead somewhere. */
interface Place {
  /** Where documents begin, with a slash at both ends. A link that leaves it leads nowhere. */
  root: string;
  /** The document's folder below the root, or empty. */
  folder: string;
}

/** The page's address that a relative link between markdown files leads to. */
export function relativeLink({ root, folder }: Place, href: string): string | undefined {
  if (href.startsWith("/")) return href;
  const from = new URL(`http://documents${root}${folder === "" ? "" : `${folder}/`}`);
  if (!URL.canParse(href, from)) return undefined;
  const to = new URL(href, from);
  if (to.host !== from.host || !to.pathname.startsWith(root)) return undefined;
  return to.pathname.replace(/\.md$/, "").replace(/\/index$/, "") + to.hash;
}
