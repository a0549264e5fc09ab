/** The addresses that an account has beside its own. */
const ADDRESSES: Readonly<Record<string, string>> = {
  followers_url: "/followers",
  following_url: "/following{/other_user}",
  gists_url: "/gists{/gist_id}",
  starred_url: "/starred{/owner}{/repo}",
  subscriptions_url: "/subscriptions",
  organizations_url: "/orgs",
  repos_url: "/repos",
  events_url: "/events{/privacy}",
  received_events_url: "/received_events",
};

/**
 * An organization where it stands as somebody's account, for example as a repository's owner: it has
 * all addresses there that a person has. The emulator gives it those of an organization alone.
 */
export function completedAccount(
  base: string,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const { type, login } = value;
  if (type !== "Organization" || typeof login !== "string") return value;
  const url = `${base}/users/${login}`;
  return {
    gravatar_id: "",
    site_admin: false,
    ...Object.fromEntries(Object.entries(ADDRESSES).map(([name, end]) => [name, url + end])),
    ...value,
  };
}
