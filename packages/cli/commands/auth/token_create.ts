import { parseScopes, SCOPES } from "@svc/core/scope";
import { parseExpiry } from "../../auth/expiry.ts";
import { keyName } from "../../auth/personal_key.ts";
import { tokenSession, tokensPath } from "../../auth/token_session.ts";
import { callJson } from "../../client/call.ts";
import { columns } from "../../frame/columns.ts";
import { defineCommand, text } from "../../frame/command.ts";

export default defineCommand({
  description: [
    "For owners and admins. The key is printed once and not stored; a collective has at most 25 " +
    "tokens.",
    "",
    "Scopes:",
    ...columns(Object.entries(SCOPES).map(([scope, grants]) => [`  ${scope}`, grants])),
  ].join("\n"),
  examples: {
    "svc auth token create --collective acme --scopes extensions:push --expires 90d":
      "a token for a build machine, valid for ninety days",
    [
      "svc auth token create --collective acme --scopes extensions:*,lab:read --name ci " +
      "--json"
    ]: "two scopes and a name, as data",
    [
      "svc auth token create --collective acme --scopes extensions:push | " +
      "gh secret set SVC_API_KEY"
    ]: "pass the key on without showing it",
  },
  options: {
    collective: text("<slug>", "The collective the token acts for", { required: true }),
    scopes: text("<list>", "Scopes of the token, separated by commas", { required: true }),
    name: text("<label>", "Label of the token", { defaultText: "cli-<host>-<time>" }),
    expires: text("<when>", "When it expires: 90d, 12h, 4w, 1y or a date", {
      defaultText: "never",
    }),
  },
  credential: "personal key",
  async run(context) {
    const { host, options } = context;
    const scopes = parseScopes(options.scopes);
    const expiry = options.expires === undefined
      ? undefined
      : parseExpiry(options.expires, new Date());
    const session = await tokenSession(context);
    const { token, key } = await callJson(session, {
      method: "POST",
      path: tokensPath(options.collective),
      body: {
        name: options.name ?? keyName(host.hostname(), new Date()),
        scopes,
        ...(expiry ? { expiresAt: expiry.toISOString() } : {}),
      },
    }, (wire, z) => z.object({ token: wire.TokenRecord, key: z.string() }));
    context.note(`Created token '${token.name}' (${token.id}) for ${options.collective}.`);
    context.note(`Its scopes: ${token.scopes.join(", ")}.`);
    context.note(
      token.expiresAt
        ? `It expires at ${token.expiresAt}.`
        : "This token never expires. Use --expires 90d for one that does.",
    );
    context.note("It is shown only once and cannot be retrieved later.");
    return {
      key,
      id: token.id,
      name: token.name,
      collective: options.collective,
      scopes: token.scopes,
      expiresAt: token.expiresAt ?? null,
    };
  },
  // The key alone, so that it can be piped to where it is kept.
  text: ({ key }) => key,
});
