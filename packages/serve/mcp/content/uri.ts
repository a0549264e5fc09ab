/** What a resource is of: data that a behavior wrote, or a report on it. */
export interface ResourcePlace {
  kind: "data" | "reports";
  behavior: string;
  name: string;
  /** The newest when absent. */
  version?: number;
}

/** The addresses of resources, for clients that make their own (RFC 6570). */
export const TEMPLATES = {
  data: "svc://data/{behavior}/{name}{?version}",
  reports: "svc://reports/{behavior}/{name}{?version}",
} as const;

/** Longer than any that svc gives: three names of 200 bytes, each byte as three characters. */
const LONGEST = 2000;

const URI = /^svc:\/\/(data|reports)\/([^/?#]+)\/([^/?#]+)(?:\?version=([1-9][0-9]{0,8}))?$/;

/** The address of a resource. */
export function uriOf({ kind, behavior, name, version }: ResourcePlace): string {
  const path = [behavior, name].map(encodeURIComponent).join("/");
  return `svc://${kind}/${path}${version === undefined ? "" : `?version=${version}`}`;
}

/** What an address names; undefined for one that svc would not give. */
export function placeOf(uri: string): ResourcePlace | undefined {
  const found = uri.length > LONGEST ? null : URI.exec(uri);
  if (found === null) return undefined;
  const [, kind, behavior, name, version] = found;
  try {
    return {
      kind: kind as ResourcePlace["kind"],
      behavior: decodeURIComponent(behavior!),
      name: decodeURIComponent(name!),
      ...(version === undefined ? {} : { version: Number(version) }),
    };
  } catch {
    return undefined;
  }
}
