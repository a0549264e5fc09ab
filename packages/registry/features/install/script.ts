import type { ClientPackageFacts } from "@svc/core/release";
import { installLines, releasePath } from "./lines.ts";

const BODY = await Deno.readTextFile(new URL("./install.sh", import.meta.url));

/**
 * The script that installs the client of the registry at `baseUrl` for one person. What is particular
 * to the registry stands quoted in one function; the rest is the file `install.sh` as it is.
 */
export function installScript(
  baseUrl: string,
  { version, sha256, deno, bundler }: ClientPackageFacts,
): string {
  const { npm, login } = installLines(baseUrl);
  const values = {
    base: baseUrl,
    version,
    package_path: releasePath(sha256, "tgz"),
    package_sum: sha256,
    deno_version: deno.version,
    bundler_version: bundler.version,
    npm_line: npm,
    login_line: login,
  };
  return [
    "#!/bin/sh",
    `# Installs svc ${version}, for one person and without root.`,
    "",
    "svc_values() {",
    ...Object.entries(values).map(([name, value]) => `  ${name}=${quoted(value)}`),
    "}",
    "",
    "# The SHA-512 of the npm package of a program for a system, or nothing.",
    "svc_sum() {",
    "  case $1 in",
    ...Object.entries({ "@deno": deno, "@esbuild": bundler }).flatMap(([scope, { sha512 }]) =>
      Object.entries(sha512).map(([system, sum]) =>
        `    ${quoted(`${scope}/${system}`)}) echo ${quoted(sum)} ;;`
      )
    ),
    "  esac",
    "}",
    "",
    BODY,
  ].join("\n");
}

/** A text that a shell takes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
