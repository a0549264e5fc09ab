/** What packages say that look for their native add-on, and what Deno and the bundler say of such a file. */
const SAYS =
  /\bNo native build was found|\bFailed to load native module|\bNo prebuild or local build of |\bCould not find module root given file|\bCould not locate the bindings file|\bnative binding\b|\bCould not load the "\w+" module using the|\bCannot find module '[^']*\b(?:linux|darwin|win32)-(?:x64|arm64)|[\w-]\.node(?=["'\s]|$)/;

/** What {@linkcode nativeAddon} says in each of its texts. */
export const NATIVE = "needs a native add-on, which svc does not load";

/** Packages that only look for the add-on of another one. */
const LOADERS = /^(?:bindings|node-gyp-build|node-gyp-build-optional-packages|detect-libc)$/;

/**
 * Says of a failure that it came of a native add-on (`x.node`), and what to do; undefined for any other.
 *
 * @param sources files that took part, the nearest first, as source maps name them
 */
export function nativeAddon(message: string, sources: readonly string[]): string | undefined {
  if (!SAYS.test(message)) return undefined;
  const packages = sources.flatMap((source) => /^npm:((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  const name = packages.find((one) => !LOADERS.test(one));
  return `${name === undefined ? "it" : `npm:${name}`} ${NATIVE}, as it would run outside the ` +
    "sandbox; use a package without one, or one of WebAssembly";
}
