/** What Deno and the programs of a granted `run` need to work at all; nothing of it is a credential. */
const BASE = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "DENO_DIR",
  "DENO_TLS_CA_STORE",
  "DENO_CERT",
  "SSL_CERT_FILE",
  "NODE_EXTRA_CA_CERTS",
  "NPM_CONFIG_REGISTRY",
  "npm_config_registry",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "XDG_CACHE_HOME",
] as const;

/** Has the resolver of glibc look names up as IPv4 addresses alone; others do not know the option. */
export const NAMES_AS_IPV4 = { RES_OPTIONS: "no-aaaa" } as const;

/**
 * The environment of a child process: the names above and those granted, nothing else. Keys of this
 * client and of other services thus never reach extension code unless its manifest asks for them.
 */
export function childEnvironment(granted: readonly string[] = []): Record<string, string> {
  const environment: Record<string, string> = {
    NO_COLOR: "1",
    DENO_NO_PACKAGE_JSON: "1",
    DENO_NO_UPDATE_CHECK: "1",
    // No permission of Deno's guards the graphics processor; without a backend there is none, also in
    // workers.
    DENO_WEBGPU_BACKEND: "none",
  };
  for (const name of [...BASE, ...granted]) {
    const value = Deno.env.get(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
