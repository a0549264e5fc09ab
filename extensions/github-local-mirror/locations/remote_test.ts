import assert from "node:assert/strict";
import { remoteOf } from "./remote.ts";

const NAME = { owner: "Octo-Cat", repo: "hello.js" };

Deno.test("without an address the repository is GitHub's", () => {
  assert.deepEqual(remoteOf(NAME), {
    remoteUrl: "https://github.com/Octo-Cat/hello.js.git",
    apiBaseUrl: "https://api.github.com",
  });
});

for (
  const [api, remoteUrl] of [
    ["https://api.acme.ghe.com", "https://acme.ghe.com/Octo-Cat/hello.js.git"],
    ["https://ghe.example.com/api/v3", "https://ghe.example.com/Octo-Cat/hello.js.git"],
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000/Octo-Cat/hello.js.git"],
  ] as const
) {
  Deno.test(`GITHUB_API_URL ${api} is followed where no address names another host`, () => {
    Deno.env.set("GITHUB_API_URL", `${api}/`);
    try {
      assert.deepEqual(remoteOf(NAME), { remoteUrl, apiBaseUrl: api });
      assert.equal(remoteOf(NAME, "file:///srv/x.git").apiBaseUrl, api);
      const other = "https://git.example/Octo-Cat/hello.js.git";
      assert.equal(remoteOf(NAME, other).apiBaseUrl, "https://git.example/api/v3");
    } finally {
      Deno.env.delete("GITHUB_API_URL");
    }
  });
}

for (
  const [address, api] of [
    ["https://github.com/octo-cat/hello.js.git", "https://api.github.com"],
    ["https://github.com/Octo-Cat/hello.js", "https://api.github.com"],
    ["https://github.com/Octo-Cat/hello.js.git/", "https://api.github.com"],
    ["https://GitHub.com/Octo-Cat/hello.js.git", "https://api.github.com"],
    ["https://acme.ghe.com/Octo-Cat/hello.js.git", "https://api.acme.ghe.com"],
    ["https://ghe.example.com/Octo-Cat/hello.js.git", "https://ghe.example.com/api/v3"],
    ["https://ghe.example.com:8443/Octo-Cat/hello.js.git", "https://ghe.example.com:8443/api/v3"],
    ["http://127.0.0.1:4000/Octo-Cat/hello.js.git", "http://127.0.0.1:4000/api/v3"],
    ["http://[::1]:4000/Octo-Cat/hello.js.git", "http://[::1]:4000/api/v3"],
    ["git@github.com:Octo-Cat/hello.js.git", "https://api.github.com"],
    ["ssh://git@github.com/Octo-Cat/hello.js.git", "https://api.github.com"],
    ["ssh://git@ssh.github.com:443/Octo-Cat/hello.js.git", "https://api.github.com"],
    ["git@acme.ghe.com:Octo-Cat/hello.js.git", "https://api.acme.ghe.com"],
    ["ssh://git@ghe.example.com:2222/Octo-Cat/hello.js.git", "https://ghe.example.com/api/v3"],
    ["file:///srv/any/where.git", "https://api.github.com"],
    ["https://github.com.evil.example/Octo-Cat/hello.js", "https://github.com.evil.example/api/v3"],
    ["https://a.b.ghe.com/Octo-Cat/hello.js", "https://a.b.ghe.com/api/v3"],
  ] as const
) {
  Deno.test(`the API of ${address} is ${api}`, () => {
    assert.deepEqual(remoteOf(NAME, address), { remoteUrl: address, apiBaseUrl: api });
  });
}

for (
  const [address, why] of [
    ["http://github.com/Octo-Cat/hello.js.git", /is not https/],
    ["http://127.0.0.1.evil.example/Octo-Cat/hello.js.git", /is not https/],
    ["git://github.com/Octo-Cat/hello.js.git", /is not https, ssh or file/],
    ["ext::sh -c touch% /tmp/x", /a space/],
    ["ext::sh", /is not an address/],
    ["ext://sh/Octo-Cat/hello.js", /is not https, ssh or file/],
    ["ftp://host/Octo-Cat/hello.js", /is not https, ssh or file/],
    ["/srv/x.git", /is not an address/],
    ["../x.git", /is not an address/],
    ["--upload-pack=touch", /is not an address/],
    ["-oProxyCommand=x@host:Octo-Cat/hello.js", /is not an address/],
    ["git@-oProxyCommand=x:Octo-Cat/hello.js", /is not an address/],
    ["ssh://-oProxyCommand=touch/Octo-Cat/hello.js", /does not name a host|is not an address/],
    ["ssh://-l@host/Octo-Cat/hello.js", /a bad user/],
    ["https://user@github.com/Octo-Cat/hello.js.git", /a name or a token/],
    ["https://github.com/Octo-Cat/hello.js.git?x=1", /a query/],
    ["https://github.com/Octo-Cat/hello.js.git#x", /a fragment/],
    ["https://github.com/Octo-Cat/hello.js.git\n", /a space/],
    ["https://github.com/Octo-Cat/\u202ehello.js.git", /an invisible character/],
    ["https://github.com/", /does not name a repository/],
    ["https://github.com/Octo-Cat/other.git", /does not end with Octo-Cat\/hello\.js\.git/],
    ["git@github.com:other/hello.js.git", /does not end with/],
    ["https://github.com/x/Octo-Cat-hello.js.git", /does not end with/],
    ["file://host/srv/x.git", /is not like file:\/\/\//],
    ["file://", /does not name a repository|is not like/],
  ] as const
) {
  Deno.test(`${JSON.stringify(address)} is refused`, () => {
    assert.throws(() => remoteOf(NAME, address), (error: Error & { code: string }) => {
      assert.equal(error.code, "refused");
      assert.match(error.message, why);
      return true;
    });
  });
}

Deno.test("a password in an address is refused and not repeated", () => {
  for (
    const address of ["https://u:hunter2@github.com/Octo-Cat/hello.js", "ssh://git:hunter2@h/a/b"]
  ) {
    assert.throws(() => remoteOf(NAME, address), (error: Error) => {
      assert.match(error.message, /^gitRemoteUrl contains a password/);
      return !error.message.includes("hunter2");
    });
  }
});
