import { programPath } from "../requirement.ts";

/** A proxy in a process of its own, with the sample of `deploy` on loopback. */
export interface Proxy extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  url: string;
  port: number;
  /** The certificate that it shows. */
  certificate: string;
}

/** How a proxy's sample is put on loopback. */
export interface Proxied {
  program: "nginx" | "caddy";
  /** The sample, and what else the program needs, with its ports and paths replaced. */
  configure(place: Place): Promise<string[]>;
}

/** Where a proxy of a test lies. */
export interface Place {
  folder: string;
  /** Where it listens. */
  port: number;
  /** Where the registry listens; several servers of it. */
  upstreams: readonly number[];
  certificate: string;
  key: string;
  /** The registry's folder of archives; the sample's own is not there. */
  archives?: string;
}

const samples = new URL("../../deploy/", import.meta.url);

/** The sample of nginx in a configuration that needs no root and no folder of the system. */
export const NGINX: Proxied = {
  program: "nginx",
  async configure({ folder, port, upstreams, certificate, key, archives }) {
    const sample = replaced(await Deno.readTextFile(new URL("nginx.conf", samples)), [
      ["server 127.0.0.1:8787;", upstreams.map((at) => `server 127.0.0.1:${at};`).join(" ")],
      ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
      ["listen [::]:443 ssl;", ""],
      ["server_name svc.example.org;", "server_name localhost;"],
      ["proxy_set_header   Host $host;", "proxy_set_header   Host $http_host;"],
      ["/etc/ssl/svc/fullchain.pem", certificate],
      ["/etc/ssl/svc/privkey.pem", key],
      ["/var/lib/svc/blobs/", `${archives ?? folder}/`],
    ]);
    await Deno.writeTextFile(`${folder}/svc.conf`, sample);
    // Started by root, it would work as somebody who may not pass through folders of tests.
    const user = Deno.uid() === 0 ? "user root;" : "";
    const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    await Deno.writeTextFile(
      `${folder}/nginx.conf`,
      `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      http {
        access_log off;
        ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")}
        include ${folder}/svc.conf;
      }`,
    );
    return ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
  },
};

/** The sample of Caddy with a certificate that is there, as there is no authority on loopback. */
export const CADDY: Proxied = {
  program: "caddy",
  async configure({ folder, port, upstreams, certificate, key, archives }) {
    const sample = replaced(await Deno.readTextFile(new URL("Caddyfile", samples)), [
      [
        "svc.example.org {",
        `https://localhost:${port} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`,
      ],
      [
        "reverse_proxy 127.0.0.1:8787 {",
        `reverse_proxy ${upstreams.map((at) => `127.0.0.1:${at}`).join(" ")} {`,
      ],
      ["/var/lib/svc/blobs", archives ?? folder],
      ...(upstreams.length === 1
        ? []
        : ["health_uri", "health_interval", "lb_try_duration"].map((name) =>
          [`# ${name}`, name] as const
        )),
    ]);
    const global = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n";
    await Deno.writeTextFile(`${folder}/Caddyfile`, global + sample);
    return ["run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
  },
};

/** Starts a proxy in front of what listens on `upstreams`, and waits until it takes connections. */
export async function startProxy(
  proxied: Proxied,
  port: number,
  ...upstreams: number[]
): Promise<Proxy> {
  const folder = await Deno.makeTempDir({ prefix: "svc-proxy-" });
  const [certificate, key] = [`${folder}/certificate.pem`, `${folder}/key.pem`];
  await openssl([
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...[
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
      "-addext",
      "basicConstraints=critical,CA:FALSE",
      "-days",
      "2",
    ],
    ...["-keyout", key, "-out", certificate],
  ]);
  const args = await proxied.configure({ folder, port, upstreams, certificate, key });
  const child = new Deno.Command(programPath(proxied.program), {
    args,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said = new Response(child.stderr).text();
  try {
    await listening(port, child.status, said);
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
  return {
    url: `https://localhost:${port}`,
    port,
    certificate: await Deno.readTextFile(certificate),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await said;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** The same, with a folder of archives that it may send from. */
export function sendingFrom(archives: string, proxied: Proxied): Proxied {
  return { ...proxied, configure: (place) => proxied.configure({ ...place, archives }) };
}

/** A client that believes the proxy's certificate. */
export function clientOf({ certificate }: Proxy): Deno.HttpClient {
  return Deno.createHttpClient({ caCerts: [certificate] });
}

/** A sample with each text replaced; throws when one is not there, as the sample has changed then. */
function replaced(sample: string, changes: readonly (readonly [string, string])[]): string {
  let text = sample;
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the sample has no '${from}'`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** Asks again and again, as neither program says when it listens, until it does or has ended. */
async function listening(
  port: number,
  status: Promise<Deno.CommandStatus>,
  said: Promise<string>,
): Promise<void> {
  let ended = false;
  void status.then(() => ended = true);
  for (;;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    }
    if (ended) throw new Error(`the proxy ended: ${await said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function openssl(args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(programPath("openssl"), { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
