import { loginList, readLogins } from "../../config/auth_file.ts";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  description:
    "Reads auth.json and asks no server. Commands use the login marked with a star, unless\n" +
    "SVC_CLUB_URL, SVC_API_KEY or 'registry' in .svc.yaml say otherwise.",
  examples: { "svc auth list": "every login, the one in use first" },
  lists: ".logins[]",
  async run({ host }) {
    const logins = loginList(await readLogins(host));
    return {
      logins: logins.map(({ serverUrl, username }, index) => ({
        serverUrl,
        username,
        current: index === 0,
      })),
    };
  },
  text: ({ logins }) =>
    logins.length === 0
      ? "No logins yet; 'svc auth login' makes one."
      : columns(logins.map(({ serverUrl, username, current }) => [
        current ? "*" : " ",
        serverUrl,
        username,
      ])).join("\n"),
});
