import { type Bare, runGit } from "./bare.ts";

/** A request of git's smart HTTP protocol. */
export interface BackendRequest {
  method: string;
  /** Path below the repository: `/info/refs`. */
  path: string;
  url: URL;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Who was let in; null for anyone. */
  user: string | null;
}

/** What `git http-backend` answers, which speaks CGI. */
export async function backend(bare: Bare, request: BackendRequest): Promise<Response> {
  await bare.made();
  const { method, path, url, headers, bytes, user } = request;
  const header = (name: string) => headers.get(name) ?? "";
  const { stdout, stderr } = await runGit(["http-backend"], {
    input: bytes,
    env: {
      GIT_PROJECT_ROOT: bare.folder,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: header("content-type"),
      CONTENT_LENGTH: String(bytes.length),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
      ...user === null ? {} : { REMOTE_USER: user },
    },
  });
  bare.moves += 1;
  return fromCgi(stdout, stderr);
}

/** Header lines, an empty line, the body; a `Status` line when it is not 200. */
function fromCgi(output: Uint8Array<ArrayBuffer>, failure: string): Response {
  const text = new TextDecoder("latin1").decode(output);
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) throw new Error(`git http-backend: ${failure}`);
  const headers = new Headers();
  for (const line of text.slice(0, end).split("\r\n")) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const status = Number.parseInt(headers.get("status") ?? "200");
  headers.delete("status");
  return new Response(output.subarray(end + 4), { status, headers });
}
