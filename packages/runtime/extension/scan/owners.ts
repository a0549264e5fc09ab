const PACKAGE = /^((?:npm|jsr):(?:@[^/]+\/)?[^/]+)(?:\/(\d[^/]*))?(?:\/|$)/;

/**
 * Whose code a bundle holds: files of the extension, and packages.
 *
 * @param map source map whose sources are named as `bundle/source_map.ts` does
 */
export function ownersIn(map: string): string[] {
  const { sources } = JSON.parse(map);
  const packageOf = packageNames(sources);
  return [
    ...new Set<string>(sources.map((one: string) => PACKAGE.test(one) ? packageOf(one) : one)),
  ];
}

/**
 * Names packages: `npm:@a/b/1.2.3/dist/x.js` is `npm:@a/b@1.2.3`. A package's own map may leave the
 * version out; then it is that of the package's other files.
 */
export function packageNames(sources: readonly unknown[]): (source: string) => string {
  const parse = (source: string) => PACKAGE.exec(source) ?? [];
  const versions = new Map<string, string>();
  for (const source of sources) {
    const [, name, version] = typeof source === "string" ? parse(source) : [];
    if (name !== undefined && version !== undefined) versions.set(name, version);
  }
  return (source) => {
    const [, name = source, version = versions.get(name)] = parse(source);
    return version === undefined ? name : `${name}@${version}`;
  };
}
