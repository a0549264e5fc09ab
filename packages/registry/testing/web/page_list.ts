/**
 * Who looks at a page: somebody without an account or with a new one, `ada`, who owns what is shown, or an
 * operator.
 */
export type Reader = "stranger" | "newcomer" | "member" | "operator";

/** A page as tests and benchmarks look at it, in the registry of {@link fillRegistry}. */
export interface PageVisit {
  as: Reader;
  /**
   * An address, or what `addressOf` makes one of: `{consent}`, `{reset}`, `{staged}`, and within an address
   * `{code:CLIENT}`, the code of a device that this client lets sign in.
   */
  path: string;
  /** 200 unless told otherwise. */
  status?: number;
  /** Thousands of elements of kinds that other pages show too: audited in one look. */
  long?: boolean;
}

const stranger = (...paths: string[]): PageVisit[] =>
  paths.map((path) => ({ as: "stranger", path }));
const member = (...paths: string[]): PageVisit[] => paths.map((path) => ({ as: "member", path }));

const EXTENSION = "/extensions/@ada/repo-insight";
const VERSION = "2026.11.20.3";
const inExtension = (part: string) => `${EXTENSION}/${part}`;
const SETTINGS = "/collectives/acme/settings";

/**
 * What is looked at, by the address that `pages.ts` mounts: audited in a browser, weighed, and kept
 * free of scripts. A mounted page without an entry fails `page_weight_test.ts`; one that only leads
 * elsewhere has an empty one.
 */
export const PAGES: Readonly<Record<string, readonly PageVisit[]>> = {
  "/": [...stranger("/"), { as: "newcomer", path: "/" }, ...member("/")],
  "/search": stranger(
    "/search",
    "/search?q=repo&label=code-hosting&contentType=models",
    "/search?q=nothing-like-this repo",
  ),
  "/extensions/*": [
    ...stranger(
      EXTENSION,
      ...["versions", "score", "dependencies", VERSION, `${VERSION}/files`].map(inExtension),
      ...["types/@ada/repo-insight", `${VERSION}/types/@ada/repo-insight`].map(inExtension),
      ...[`${VERSION}/files/models/insight.ts`, `${VERSION}/diff/2026.11.19.1`].map(inExtension),
    ),
    ...member(inExtension("settings")),
  ],
  "/extensions": [],
  "/report": member("/report?extension=@ada/repo-insight&version=2026.11.20.3"),
  "/report/sent": member("/report/sent"),
  "/claim": member("/claim?name=acme-security"),
  "/operator": [{ as: "operator", path: "/operator" }],
  "/collectives/:slug": [...stranger("/collectives/ada"), ...member("/collectives/acme")],
  "/collectives/:slug/staged": member("/collectives/ada/staged"),
  "/staged/:id": member("{staged}"),
  "/collectives/:slug/settings": [],
  "/collectives/:slug/settings/:page": member(
    ...[
      "general",
      "members",
      "invitations",
      "tokens",
      "publishers",
      "publishers?provider=github&extension=@acme/greeter",
      "publishers?provider=oidc",
      "signing-keys",
      "approval",
      "integrations",
      "billing",
      "audit",
      "danger",
    ]
      .map((page) => `${SETTINGS}/${page}`),
  ),
  "/docs": [],
  "/docs/*": [
    ...stranger("/docs/tutorial", "/docs/oauth"),
    { as: "stranger", path: "/docs/reference/cli", long: true },
  ],
  "/install": stranger("/install"),
  "/account": member("/account"),
  "/account/profile": member("/account/profile"),
  "/account/keys": member("/account/keys"),
  "/account/password": member("/account/password"),
  "/account/security": member("/account/security"),
  "/account/address": member("/account/address"),
  "/account/address/confirm": [
    { as: "member", path: "/account/address/confirm?token=used-up", status: 404 },
  ],
  "/account/hold": [{ as: "stranger", path: "/account/hold?token=used-up", status: 404 }],
  "/account/sessions": member("/account/sessions"),
  "/account/data": member("/account/data"),
  "/account/applications": member("/account/applications"),
  "/notifications": member("/notifications"),
  "/sign-in": stranger("/sign-in"),
  "/sign-up": stranger("/sign-up"),
  "/forgot-password": stranger("/forgot-password"),
  "/reset-password": [
    ...stranger("{reset}"),
    { as: "stranger", path: "/reset-password?token=used-up", status: 404 },
  ],
  "/device": member(
    "/device",
    "/device?user_code={code:svc-cli}",
    "/device?user_code={code:svc-serve-bootstrap}",
  ),
  "/login": member(
    "/login?cli_callback=http://localhost:4711/callback&state=c0ffee00-0000-4000-8000-000000000001" +
      "&device_code=ABCD-EFGH",
  ),
  "/cli/success": [...stranger("/cli/success"), ...member("/cli/success")],
  "/lab": [...stranger("/lab"), ...member("/lab?state=all")],
  "/lab/new": member("/lab/new", "/lab/new?collective=acme"),
  "/lab/:number": [...stranger("/lab/1"), ...member("/lab/1")],
  "/u/:username": stranger("/u/ada"),
  "/oauth/sign-in": [],
  "/oauth/error": [{ as: "stranger", path: "/oauth/error?error=invalid_client", status: 400 }],
  "/oauth/consent": member("{consent}"),
};

/** What answers at an address that nothing is mounted at. */
export const NO_PAGE: PageVisit = { as: "stranger", path: "/no/such/page", status: 404 };

/** Every visit of the mounted pages, and that of an address without a page. */
export function visitsOf(mounted: readonly string[]): PageVisit[] {
  return [...mounted.flatMap((address) => PAGES[address] ?? []), NO_PAGE];
}
