import { parsedJson } from "@svc/core/json";
import { unknownAnswer } from "../client/answer.ts";
import { readText } from "../client/body.ts";
import { call } from "../client/call.ts";
import { connect } from "../client/connect.ts";
import { arg, defineCommand, list, text } from "../frame/command.ts";
import { pairOf, usage } from "../frame/parse.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = typeof METHODS[number];

export default defineCommand({
  description: [
    "Prints the answer of an endpoint; docs/collective-api.md and /api/v1/openapi.json list them. Your",
    "credential goes along, to the registry in use and nowhere else. Fields are query parameters of GET and",
    "DELETE, and a JSON body of the other methods. The method is GET, or POST with --input.",
  ].join("\n"),
  examples: {
    "svc api /api/v1/collectives": "your collectives",
    "svc api /api/v1/extensions/search --field q=git": "with a query parameter",
    "svc api /api/v1/collectives/acme --method PATCH --input change.json":
      "with a body from a file",
  },
  arguments: [arg("path", "the path, with its query: /api/v1/…")],
  options: {
    method: text("<method>", "HTTP method", { choices: METHODS }),
    field: list("<key=value>", "A field; its value is text", { short: "f" }),
    input: text("<file>", "Send this JSON file as the body; - reads stdin", { completes: "file" }),
  },
  credential: "optional",
  async run(context) {
    const { options, arguments: { path }, host } = context;
    const fields = options.field.map(parsedField);
    const method = (options.method ?? (options.input === undefined ? "GET" : "POST")) as Method;
    const inQuery = method === "GET" || method === "DELETE";
    if (options.input !== undefined && (inQuery || fields.length > 0)) {
      throw usage(`--input cannot be used with ${inQuery ? method : "--field"}`);
    }
    const body = options.input === undefined
      ? Object.fromEntries(fields)
      : await bodyOf(options.input, host);
    const { caller } = await connect(context);
    // Whatever else follows the server's address could make it part of another one.
    if (!path.startsWith("/") || !URL.canParse(caller.serverUrl + path)) {
      throw usage(`'${path}' is not a path of ${caller.serverUrl}`, [
        "For example: svc api /api/whoami",
      ]);
    }
    const response = await context.progress.phase("Asking the server", () =>
      call(caller, {
        method,
        path: inQuery ? withQuery(path, fields) : path,
        ...(inQuery ? {} : { body }),
      }));
    const text = await readText(response);
    const type = response.headers.get("content-type") ?? "";
    // No endpoint answers with a page; one to sign in at that stands in front of the registry does.
    if (path.startsWith("/api/") && /^text\/html\b/.test(type)) {
      throw unknownAnswer(caller.serverUrl, "it is a web page");
    }
    // Lines of JSON and other texts are printed as they came.
    const isJson = /^application\/json\b/.test(type);
    const answer = isJson ? parsedJson(text) ?? text : text;
    return {
      answer,
      text: typeof answer === "string" ? answer : `${JSON.stringify(answer, null, 2)}\n`,
    };
  },
  json: ({ answer }) => answer,
  text: ({ text }) => text,
  whole: ["text"],
  exact: true,
});

function parsedField(text: string): [key: string, value: string] {
  const field = pairOf(text);
  if (field === undefined) throw usage(`--field needs <key=value>, not '${text}'`);
  return field;
}

function withQuery(path: string, fields: readonly [string, string][]): string {
  if (fields.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams([...fields])}`;
}

async function bodyOf(
  file: string,
  host: { cwd: string; stdin(): Promise<string> },
): Promise<unknown> {
  const text = file === "-"
    ? await host.stdin()
    : await Deno.readTextFile(file.startsWith("/") ? file : `${host.cwd}/${file}`).catch(() => {
      throw usage(`--input: ${file} cannot be read`);
    });
  const body = parsedJson(text);
  if (body === undefined) throw usage(`--input: ${file === "-" ? "stdin" : file} is not JSON`);
  return body;
}
