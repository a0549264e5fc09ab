import { POLICY_ROWS } from "@svc/core/policy";
import { routePattern as plainPattern } from "@svc/http/endpoint";

const ROOT = "/api/v1/extensions/";

/** Where an extension's index document is, before and after its name. */
const [INDEX, DOCUMENT] = ["/index/", ".json"];

/** The words that may follow an extension's name or version in a path: those of the policy table. */
const ACTIONS: ReadonlySet<string> = new Set(
  POLICY_ROWS.flatMap(([, { path }]) => {
    const [, action] = /^\/api\/v1\/extensions\/\{name\}(?:@\{version\})?\/([a-z-]+)$/.exec(path) ??
      [];
    return action === undefined ? [] : [action];
  }),
);

/**
 * The path the router matches. Extension names arrive whole as `%40a%2Fb`, or `@a%2Fb` as Go and Rust
 * encode a segment, or written out as `@a/b` or `%40a/b`, with a version after another `@`; all become
 * `/api/v1/extensions/%40a%2Fb/@/1/yank` (reference wire 0.4). So does `/index/@a/b.json`, as
 * `/index/@/%40a%2Fb`. Every other path stays as it is.
 */
export function routePath(path: string): string {
  if (path.startsWith(INDEX) && path.endsWith(DOCUMENT)) {
    const name = decode(path.slice(INDEX.length, -DOCUMENT.length));
    return `${INDEX}@/${encodeURIComponent(name)}`;
  }
  if (!path.startsWith(ROOT)) return path;
  const rest = path.slice(ROOT.length);
  if (!/^(?:@|%40)/i.test(rest)) return path;
  const { subject, action } = /^[^/]*%2f/i.test(rest) ? splitEncoded(rest) : splitPlain(rest);
  const [, name, version] = /^(.[^@]*?)(?:(?:@|%40)(.*))?$/is.exec(subject)!;
  const tail = action === undefined ? "" : `/${action}`;
  const of = version === undefined ? "" : `/@/${version}`;
  return `${ROOT}${encodeURIComponent(decode(name!))}${of}${tail}`;
}

/** The pattern the router mounts a policy path under. */
export function routePattern(path: string): string {
  return plainPattern(
    path.replace("{name}@{version}", "{name}/@/{version}")
      .replace(`{name}${DOCUMENT}`, "@/{name}"),
  ).replace(":tile", ":tile{.+}");
}

function splitEncoded(rest: string): { subject: string; action: string | undefined } {
  const slash = rest.indexOf("/");
  return slash < 0
    ? { subject: rest, action: undefined }
    : { subject: rest.slice(0, slash), action: rest.slice(slash + 1) };
}

/** `@a/b/latest` is the latest of `@a/b`; `@a/latest` is an extension, as a name has two segments. */
function splitPlain(rest: string): { subject: string; action: string | undefined } {
  const last = rest.lastIndexOf("/");
  const before = rest.slice(0, last);
  return ACTIONS.has(rest.slice(last + 1)) && before.includes("/")
    ? { subject: before, action: rest.slice(last + 1) }
    : { subject: rest, action: undefined };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
