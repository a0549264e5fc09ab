import { Command } from "../../platform/web/components/command.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { ClientPackage } from "./client_package.ts";
import { installLines, PACKAGE_PATH, SCRIPT_PATH } from "./lines.ts";

interface InstallPageProps extends PageFrame {
  baseUrl: string;
  client: ClientPackage | undefined;
}

/** How to install the client of this registry, and what comes next. */
export function InstallPage(props: InstallPageProps) {
  return (
    <Layout title="Install svc" viewer={props.viewer} here={props.here}>
      <article class="install">
        <h1>Install svc</h1>
        {props.client === undefined
          ? (
            <p>
              This registry does not offer the client. Whoever runs it can make one with{" "}
              <code>npm run build</code> and start it again.
            </p>
          )
          : <Ways baseUrl={props.baseUrl} client={props.client} />}
      </article>
    </Layout>
  );
}

function Ways({ baseUrl, client: { facts, bytes } }: { baseUrl: string; client: ClientPackage }) {
  const lines = installLines(baseUrl);
  const systems = Object.keys(facts.deno.sha512).flatMap((name) => SYSTEMS[name] ?? []);
  return (
    <>
      <p>
        The command line <code>svc</code>{" "}
        publishes, pulls and runs extensions. This registry has version {facts.version} of it:{" "}
        {megabytes(bytes.length)}{" "}
        MB, and about 40 MB for Deno, which runs it and comes from the npm registry.
      </p>
      {systems.length === 0 ? null : (
        <>
          <h2>{systems.join(", ")}</h2>
          <Command id="install-shell" command={lines.shell} what="the install command" />
          <p>
            It installs for the current user, under <code>~/.local</code>{" "}
            and without root, and checks both downloads before it unpacks them. You can{" "}
            <a href={SCRIPT_PATH}>read the script</a> first. <code>svc upgrade</code> updates it.
          </p>
        </>
      )}
      <h2>With npm</h2>
      <Command id="install-npm" command={lines.npm} what="the npm command" />
      <p>
        For every system that Deno has a build for; needs Node 20 or newer. On Windows use it inside
        WSL: running an extension needs a POSIX shell.
      </p>
      <h2>Then log in</h2>
      <Command id="install-login" command={lines.login} what="the login command" />
      <p>
        From then on <code>svc</code> asks this registry. The <a href="/docs/tutorial">tutorial</a>
        {" "}
        goes on from here.
      </p>
      <h2>Checksum</h2>
      <p>
        SHA-256 of <a href={PACKAGE_PATH}>{PACKAGE_PATH.split("/").at(-1)}</a>:
      </p>
      <p class="break">
        <code>{facts.sha256}</code>
      </p>
    </>
  );
}

/** How people call the systems that Deno's packages are for. */
const SYSTEMS: Readonly<Record<string, string>> = {
  "linux-x64-glibc": "Linux on x86-64",
  "linux-arm64-glibc": "Linux on ARM64",
  "darwin-x64": "macOS on Intel",
  "darwin-arm64": "macOS on Apple silicon",
};

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
