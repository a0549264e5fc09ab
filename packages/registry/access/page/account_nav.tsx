/** The pages of a person's account, in the order they are listed. */
const PAGES = [
  ["/account", "Overview"],
  ["/account/profile", "Profile"],
  ["/account/password", "Password"],
  ["/account/security", "Security"],
  ["/account/address", "Address"],
  ["/account/keys", "Keys"],
  ["/account/sessions", "Sessions"],
  ["/account/applications", "Applications"],
  ["/account/data", "Your data"],
] as const;

/** The path of a page of the account. */
export type AccountPath = typeof PAGES[number][0];

/** Leads from each page of the account to the others. */
export function AccountNav({ current }: { current: AccountPath }) {
  return (
    <nav class="page-nav" aria-label="Your account">
      {PAGES.map(([path, label]) => (
        <a href={path} aria-current={path === current ? "page" : undefined}>{label}</a>
      ))}
    </nav>
  );
}
