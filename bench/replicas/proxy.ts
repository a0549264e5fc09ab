import { type Nginx, startNginx } from "../registry/nginx.ts";

/** Starts nginx before servers on ports of this machine; undefined where it is not installed. */
export function startProxy(folder: string, ports: number[]): Promise<Nginx | undefined> {
  return startNginx(
    folder,
    (port) =>
      `upstream svc { ${ports.map((port) => `server 127.0.0.1:${port};`).join(" ")}
        keepalive 64; keepalive_requests 1000000000; }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://svc;
        proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } }`,
  );
}
