import assert from "node:assert/strict";
import { scanTogether } from "./module.ts";

/** What a module without packages needs: `net api.example.com`, and `net -` for what is computed. */
function needs(code: string): string[] {
  const map = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" });
  const found = scanTogether([{ entry: "models/x.ts", code, map }]);
  return [...new Set(found.map(({ kind, entry }) => `${kind} ${entry ?? "-"}`))].sort();
}

const FOUND: [what: string, code: string, ...needs: string[]][] = [
  ["a fetch of a text", 'fetch("https://api.acme.dev/v1")', "net api.acme.dev"],
  ["a fetch of a template", "fetch(`https://api.acme.dev/x/${id}`)", "net api.acme.dev"],
  [
    "a template that ends with the host",
    "fetch(`https://api.acme.dev${path}`)",
    "net api.acme.dev",
  ],
  ["a template cut in a name", "fetch(`https://api.${x}`)", "net -"],
  ["a template cut after a dot", "fetch(`https://api.acme.${x}/`)", "net -"],
  ["a computed first label", "fetch(`https://${org}.acme.dev/x`)", "net *.acme.dev"],
  ["a computed label between", "fetch(`https://s3.${r}.cloud.dev/x`)", "net *.cloud.dev"],
  ["a computed label before a top level", "fetch(`https://${org}.dev/x`)", "net -"],
  ["a port", 'fetch("http://localhost:8080/x")', "net localhost:8080"],
  ["the port a scheme has anyway", 'fetch("https://a.acme.dev:443/x")', "net a.acme.dev"],
  ["a computed port", "fetch(`http://localhost:${port}/x`)", "net localhost"],
  ["capitals", 'fetch("HTTPS://API.Acme.dev/x")', "net api.acme.dev"],
  ["an address in brackets", 'fetch("http://[::1]:80/x")', "net [::1]"],
  ["a user before the host", "fetch(`https://me:${p}@git.acme.dev/x`)", "net git.acme.dev"],
  ["a text that only looks like a host", 'fetch("https://a.acme.dev@evil.dev/")', "net evil.dev"],
  ["a data URL", 'fetch("data:text/plain,x")'],
  ["a constant", 'const BASE="https://a.acme.dev"; fetch(BASE + "/x")', "net a.acme.dev"],
  [
    "a constant table",
    'const C={api:{url:"https://a.acme.dev"}}; fetch(C.api.url)',
    "net a.acme.dev",
  ],
  [
    "a frozen table",
    'const C=Object.freeze({u:"https://a.acme.dev"}); fetch(C.u)',
    "net a.acme.dev",
  ],
  [
    "a table of regions",
    'const C={eu:"https://eu.acme.dev",us:"https://us.acme.dev"}; fetch(C[r]+"/x")',
    "net eu.acme.dev",
    "net us.acme.dev",
  ],
  ["new URL", 'fetch(new URL("/x", "https://a.acme.dev"))', "net a.acme.dev"],
  [
    "new URL without a base",
    'const u=new URL("https://a.acme.dev/x");u.searchParams.set("a","b");fetch(u)',
    "net a.acme.dev",
  ],
  [
    "new URL of a computed path",
    'fetch(new URL(path,"https://a.acme.dev").href)',
    "net a.acme.dev",
  ],
  ["a request", 'fetch(new Request("https://a.acme.dev/x"))', "net a.acme.dev"],
  ["a socket", 'new WebSocket("wss://a.acme.dev/x")', "net a.acme.dev"],
  [
    "a choice",
    'fetch(x ? "https://a.acme.dev" : "https://b.acme.dev")',
    "net a.acme.dev",
    "net b.acme.dev",
  ],
  ["what is joined", 'fetch(["https://a.acme.dev", "v1", id].join("/"))', "net a.acme.dev"],
  [
    "a slash taken off",
    'const b="https://a.acme.dev/"; fetch(b.replace(/\\/$/,"") + p)',
    "net a.acme.dev",
  ],
  [
    "a loop over addresses",
    'for (const u of ["https://a.acme.dev","https://b.acme.dev"]) await fetch(u)',
    "net a.acme.dev",
    "net b.acme.dev",
  ],
  ["a map over addresses", '["https://a.acme.dev"].map((u) => fetch(u))', "net a.acme.dev"],
  ["another name", "const f = globalThis.fetch; f(`https://a.acme.dev/`)", "net a.acme.dev"],
  [
    "a fetch of one's choice",
    'const f=o.fetch??fetch; f("https://a.acme.dev")',
    "net a.acme.dev",
    "net -",
  ],
  ["fetch handed on", "createClient({ fetch })", "net -"],
  ["fetch that is only tested for", 'if (typeof fetch === "undefined") throw x'],
  ["a fetch of somebody's own", 'function fetch(u) { return u } fetch("https://a.acme.dev")'],
  [
    "a helper",
    'async function api(path){return (await fetch(`https://a.acme.dev${path}`)).json()} api("/x")',
    "net a.acme.dev",
  ],
  [
    "a helper that is given the base",
    'const get=(base,path)=>fetch(`${base}/${path}`); get("https://a.acme.dev","x"); get(`https://b.acme.dev`,y)',
    "net a.acme.dev",
    "net b.acme.dev",
  ],
  [
    "a helper with options",
    'function get({base="https://a.acme.dev",path}){return fetch(base+path)} get({path:"/x"})',
    "net a.acme.dev",
  ],
  [
    "a helper that returns the base",
    'function base(c){return c.globalArgs.url ?? "https://a.acme.dev"} const m=(a,c)=>fetch(`${base(c)}/x`)',
    "net ${globalArgs.url}",
    "net a.acme.dev",
  ],
  [
    "a client",
    "class C{constructor(b){this.b=b} get(p){return fetch(this.b+p)}} " +
    'new C("https://a.acme.dev").get("/x")',
    "net a.acme.dev",
  ],
  [
    "a client with a field",
    'class C{base="https://a.acme.dev";get url(){return this.base+"/v1"} get(p){return fetch(`${this.url}/${p}`)}}',
    "net a.acme.dev",
  ],
  [
    "a client with options",
    "class C{#o;constructor(o){this.#o=o} get(){return fetch(this.#o.url)}} " +
    "const m={execute(a,ctx){return new C({url:ctx.globalArgs.apiUrl}).get()}}",
    "net ${globalArgs.apiUrl}",
  ],
  [
    "a global argument",
    "const m=(a,ctx)=>fetch(`${ctx.globalArgs.url}/x`)",
    "net ${globalArgs.url}",
  ],
  [
    "arguments taken apart",
    "const m=async(a,{globalArgs:{url}})=>fetch(url)",
    "net ${globalArgs.url}",
  ],
  [
    "arguments by another name",
    "const m=async(a,ctx)=>{const g=ctx.globalArgs;const {baseUrl:u}=g;await fetch(u+`/x`)}",
    "net ${globalArgs.baseUrl}",
  ],
  [
    "arguments that were parsed",
    "const m=async(a,ctx)=>{const g=Schema.parse(ctx.globalArgs);await fetch(g.url)}",
    "net ${globalArgs.url}",
  ],
  [
    "a host from an argument",
    "const m=(a,c)=>fetch(`https://${c.globalArgs.host}/x`)",
    "net ${globalArgs.host}",
  ],
  [
    "a host from an argument with a port",
    "const m=(a,c)=>fetch(`http://${c.globalArgs.host}:80/`)",
    "net ${globalArgs.host}",
  ],
  [
    "an organisation from an argument",
    "const m=(a,c)=>fetch(`https://${c.globalArgs.org}.acme.dev/`)",
    "net *.acme.dev",
  ],
  [
    "a variable with a default",
    'fetch((Deno.env.get("API_URL") || "https://a.acme.dev") + "/x")',
    "env API_URL",
    "net ${env.API_URL}",
    "net a.acme.dev",
  ],
  ["an argument of the method", "const m={execute(a,ctx){return fetch(a.url)}}", "net -"],
  ["an unused address", 'fetch(u); const API="https://a.acme.dev"', "net -", "net a.acme.dev"],
  [
    "an address and nothing computed",
    'const API="https://a.acme.dev"; fetch("https://b.acme.dev")',
    "net b.acme.dev",
  ],
  [
    "addresses for readers",
    'fetch(u); s.describe("https://docs.acme.dev/x"); throw new Error("https://help.acme.dev"); ' +
    'x({description:"https://a.acme.dev",homepage:"https://b.acme.dev"}); log.info("https://c.acme.dev"); ' +
    'y("see https://d.acme.dev"); z("http://www.w3.org/2000/svg"); w("https://example.com/x")',
    "net -",
  ],
  ["Deno.connect", 'Deno.connect({hostname:"db.acme.dev",port:5432})', "net db.acme.dev:5432"],
  ["Deno.connect here", "Deno.connectTls({port:5432})", "net 127.0.0.1:5432"],
  [
    "Deno.connect to a socket",
    'Deno.connect({transport:"unix",path:"run/x.sock"})',
    "read run/x.sock",
    "write run/x.sock",
  ],
  [
    "node:https",
    'import https from "node:https"; https.get("https://a.acme.dev/x",f)',
    "net a.acme.dev",
  ],
  [
    "node:http options",
    'import {request} from "node:http"; request({host:"a.acme.dev",port:81})',
    "net a.acme.dev:81",
  ],
  [
    "node:net",
    'import * as net from "net"; net.connect(5432, "db.acme.dev")',
    "net db.acme.dev:5432",
  ],
  [
    "node:tls",
    'import {connect} from "node:tls"; connect({host:"a.acme.dev",port:853})',
    "net a.acme.dev:853",
  ],
  [
    "require in a bundle",
    'import{createRequire as c}from"node:module";var ce=c(import.meta.url);' +
    'var to=(e)=>w(e);var t=to(ce("https"));t.get("https://a.acme.dev")',
    "net a.acme.dev",
  ],
  ["a server", "Deno.serve({port:8080},h)", "net 0.0.0.0:8080"],

  ["a command", 'new Deno.Command("git",{args:["log"]}).output()', "run git"],
  ["a command by its path", 'new Deno.Command("./bin/x")', "run -"],
  [
    "a command from an argument",
    "const m=(a,c)=>new Deno.Command(c.globalArgs.bin)",
    "run ${globalArgs.bin}",
  ],
  [
    "a wrapper",
    'async function sh(cmd,args){return await new Deno.Command(cmd,{args}).output()} sh("gh",["api"]);sh("git",[])',
    "run gh",
    "run git",
  ],
  [
    "a wrapper that is given a list",
    'const run=async([bin,...args])=>new Deno.Command(bin,{args}).output(); run(["terraform","plan"])',
    "run terraform",
  ],
  [
    "a wrapper that takes the first of a list",
    "async function run(c){return new Deno.Command(c[0],{args:c.slice(1)}).output()} run([`az`,x])",
    "run az",
  ],
  ["spawn", 'import {spawn} from "node:child_process"; spawn("kubectl",["get"])', "run kubectl"],
  ["exec", 'import {execSync} from "child_process"; execSync("git log")', "run /bin/sh"],
  [
    "a shell asked for",
    'import {spawn} from "node:child_process"; spawn("git log",{shell:!0})',
    "run /bin/sh",
  ],
  [
    "a promisified execFile",
    'import {execFile} from "node:child_process"; import {promisify} from "node:util"; ' +
    'const run=promisify(execFile); await run("docker",["ps"])',
    "run docker",
  ],

  ["a variable", 'Deno.env.get("GITHUB_TOKEN")', "env GITHUB_TOKEN"],
  ["a variable of node", "process.env.GITHUB_TOKEN", "env GITHUB_TOKEN"],
  ["a variable in brackets", 'process.env["A"]', "env A"],
  ["a variable of an import", 'import {env} from "node:process"; env.A', "env A"],
  ["variables taken apart", "const {A,B:b='x'}=process.env", "env A", "env B"],
  ["variables taken out of all", "const {A}=Deno.env.toObject()", "env A"],
  [
    "another name of the variables",
    'const {env}=Deno; const e=process.env; env.get("A"); e.B',
    "env A",
    "env B",
  ],
  [
    "a wrapper of variables",
    'function need(n){return Deno.env.get(n)} need("A");need("B")',
    "env A",
    "env B",
  ],
  ["variables in a loop", 'for (const n of ["A","B"]) Deno.env.get(n)', "env A", "env B"],
  ["a computed variable", "Deno.env.get(name)", "env -"],
  ["all variables", "f({...process.env})", "env -"],
  ["all variables as an object", "spawn(x,{env:Deno.env.toObject()})", "env -"],
  ["a variable that nobody gets", 'Deno.env.get("SVC_API_KEY")', "env -"],

  ["a file", 'Deno.readTextFile("data/in.json")', "read data/in.json"],
  ["a file in a folder", "Deno.readTextFileSync(`data/${name}.json`)", "read data"],
  [
    "a file in the repository",
    "(a,ctx)=>Deno.readTextFile(`${ctx.repoDir}/data/x`)",
    "read data/x",
  ],
  [
    "a file that the extension brings along",
    'async(a,ctx)=>{const p=ctx.extensionFile("templates/x"); await Deno.readTextFile(p)}',
  ],
  [
    "a file below one that the extension brings along",
    "(a,{extensionFile:file})=>Deno.readTextFile(`${file('templates')}/${a.name}`)",
  ],
  [
    "a file written where only the extension's own are",
    '(a,ctx)=>Deno.writeTextFile(ctx.extensionFile("x"),"")',
    "write -",
  ],
  [
    "a path joined",
    'import {join} from "node:path"; Deno.writeTextFile(join(Deno.cwd(),"out",n),x)',
    "write out",
  ],
  ["a path of which only the root is written", "Deno.readTextFile(`/${rest}`)", "read -"],
  [
    "a path of which only the home folder is written",
    'Deno.readTextFile(`${Deno.env.get("HOME")}/${rest}`)',
    "env HOME",
    "read -",
  ],
  ["the root itself", 'Deno.readDir("/")', "read /"],
  ["a path that leads out", 'Deno.readTextFile("../x")', "read -"],
  ["a path that goes back", 'Deno.readTextFile("data/../x/./y")', "read x/y"],
  [
    "a file of the run's own",
    "const d=await Deno.makeTempDir(); await Deno.writeTextFile(`${d}/x`,y)",
  ],
  ["a file that nobody can name", "Deno.readFile(path)", "read -"],
  ["a copy", 'Deno.copyFile("a","b")', "read a", "write b"],
  [
    "a copy of a folder",
    'import fs from "node:fs"; fs.cpSync("a","b")',
    "read -",
    "read a",
    "write b",
  ],
  ["a rename", 'Deno.rename("a","b")', "read a", "write a", "write b"],
  ["an open file", 'Deno.open("a")', "read a"],
  ["a file opened for writing", 'Deno.open("a",{create:!0,write:!0})', "write a"],
  ["a file opened for both", 'Deno.open("a",{read:!0,append:!0})', "read a", "write a"],
  [
    "node:fs",
    'import fs from "node:fs"; fs.readFileSync("a"); fs.promises.writeFile("b",x)',
    "read a",
    "write b",
  ],
  [
    "node:fs/promises",
    'import {readFile,mkdir} from "node:fs/promises"; readFile("a");mkdir("b")',
    "read a",
    "write b",
  ],
  [
    "flags of node",
    'import {openSync} from "node:fs"; openSync("a","w"); openSync("b","r+")',
    "read b",
    "write a",
    "write b",
  ],
  [
    "a database",
    'import {DatabaseSync} from "node:sqlite"; new DatabaseSync(":memory:");new DatabaseSync("a.db")',
    "read a.db",
    "write a.db",
  ],

  ["the machine's name", "Deno.hostname()", "sys hostname"],
  [
    "system information of node",
    'import os from "node:os"; os.release(); os.cpus()',
    "sys cpus",
    "sys osRelease",
  ],

  ["data of another behavior", "(a,ctx)=>ctx.readModelData(a.other)", "data -"],
  [
    "a query for a type",
    `(a,ctx)=>ctx.queryData('modelType == "@Acme/Scan" && x')`,
    "data @acme/scan",
  ],
  ["any query", "(a,ctx)=>ctx.queryData(q)", "data -"],
  ["the behavior's own data", "(a,c)=>c.dataRepository.getContent(c.modelType,c.modelId,'x')"],
  [
    "data by its type",
    '(a,c)=>c.dataRepository.getContent("@acme/scan",id,"x")',
    "data @acme/scan",
  ],
  ["a repository of somebody's own", "repository.getContent('a',b)"],

  ["nothing", "export const model = { execute: (args, ctx) => ctx.writeResource('a', 'b', args) }"],
  [
    "names of a program's own",
    "const Deno={readFile(p){}}; Deno.readFile('a'); const process={env:{}}; process.env.A",
  ],
];

for (const [what, code, ...expected] of FOUND) {
  Deno.test(`${what}: ${expected.join(", ") || "nothing"}`, () => {
    assert.deepEqual(needs(code), [...expected].sort());
  });
}
