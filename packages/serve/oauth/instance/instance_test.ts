import assert from "node:assert/strict";
import { createLog } from "@svc/http/log";
import type { Provider } from "../provider/mod.ts";
import { type Listed, registerInstance } from "./instance.ts";

Deno.test("a server tells where people open it, unless only its own machine reaches that", async () => {
  const tagsAt = async (publicUrl: string) => {
    let sent: { tags?: unknown } = {};
    const fetch = (_url: string | URL | Request, init?: RequestInit) => {
      sent = JSON.parse(String(init!.body));
      return Promise.resolve(Response.json({}));
    };
    const listed: Listed = {
      ...{ provider: { url: "https://registry.example.org", fetch } as unknown as Provider },
      ...{ apiKey: "k", clientId: "c", instanceId: "i", collectives: ["acme"], hostname: "h" },
      ...{ publicUrl, version: "1", log: createLog("off", () => new Date()) },
    };
    assert.equal(await registerInstance(listed), true);
    return sent.tags;
  };
  const url = "https://serve.example.org";
  assert.deepEqual(await tagsAt(url), { url });
  for (
    const here of [
      "http://127.0.0.1:9090",
      "http://localhost",
      "http://[::1]:1",
      `https://${"x".repeat(300)}`,
    ]
  ) {
    assert.deepEqual(await tagsAt(here), {}, here);
  }
  assert.deepEqual(await tagsAt("https://127.example.org"), { url: "https://127.example.org" });
});
