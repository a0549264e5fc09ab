import {
  type CodeScanningSeed,
  type DependabotSeed,
  isListed,
  type SecretSeed,
} from "./alerts/alerts.ts";
import { startCodeHost } from "./host.ts";
import type { CodeHost } from "./host_shape.ts";

/** The organisation of {@link startScanned} and the token of a security manager of it. */
export const SCANNED_ORG = "acme";
export const SCANNED_TOKEN = "fake-security-manager-token";

/** The owner's token, which makes what the stories need. */
const OWNER_TOKEN = "fake-organisation-owner-token";

/**
 * The twelve kinds of repositories that scanners meet. `private` is one the token cannot see; `renamed`
 * is called `moved` today.
 */
export const SCANNED_REPOSITORIES = [
  "clean",
  "many",
  "off",
  "archived",
  "renamed",
  "no-analysis",
  "private",
  "generic-only",
  "busy",
  "mixed",
  "quiet-but-off",
  "leaked",
] as const;

/** A code host with {@link SCANNED_REPOSITORIES}, whose scanners say what their names promise. */
export async function startScanned(): Promise<CodeHost> {
  const host = await startClean(SCANNED_REPOSITORIES.map((name) => ({
    name,
    private: name === "private",
  })));
  try {
    await fill(host);
    return host;
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

/** Alerts of one repository in a hundred of {@link startManyScanned}: three pages of each scanner. */
const MANY = 250;

/**
 * A code host with many repositories: of every ten, seven are clean, one has a few alerts, one has the
 * scanners off, and one has generic secrets only; every hundredth has three pages of alerts.
 *
 * @returns the host and the repositories' names, without the organisation
 */
export async function startManyScanned(
  count: number,
): Promise<{ host: CodeHost; names: string[] }> {
  const names = Array.from({ length: count }, (_, index) => `service-${index + 1}`);
  const host = await startClean(names.map((name) => ({ name })));
  for (const [index, name] of names.entries()) {
    const feeds = host.alerts.of(`${SCANNED_ORG}/${name}`);
    if (index % 100 === 1) fillMany(feeds);
    else if (index % 10 === 3) {
      feeds.dependabot.alerts.push(...dependabotSeeds(3));
      feeds.codeScanning.alerts.push(...codeScanningSeeds(2));
    } else if (index % 10 === 5) {
      feeds.secretScanning.alerts.push({ type: "password", secret: `hunter${index}` });
    } else if (index % 10 === 7) {
      feeds.codeScanning.state = "no-analysis";
      feeds.dependabot.state = "off";
      feeds.secretScanning.state = "off";
    }
  }
  return { host, names };
}

/** Requests without which the alerts of these repositories cannot be known: one for each page. */
export function leastScanRequests(host: CodeHost, names: readonly string[]): number {
  const pages = (count: number) => Math.max(1, Math.ceil(count / 100));
  return names.reduce((sum, name) => {
    const { codeScanning, dependabot, secretScanning } = host.alerts.of(`${SCANNED_ORG}/${name}`);
    const { state, alerts } = secretScanning;
    const listed = alerts.filter((seed) => isListed(seed, undefined)).length;
    const secrets = state === "on" ? pages(listed) + pages(alerts.length - listed) : 1;
    return sum + pages(codeScanning.alerts.length) + pages(dependabot.alerts.length) + secrets;
  }, 0);
}

/** A code host with these repositories of {@link SCANNED_ORG}, where every scanner is on and clean. */
export async function startClean(
  repositories: readonly { name: string; private?: boolean }[],
): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { [OWNER_TOKEN]: "ada", [SCANNED_TOKEN]: "grace" },
    organizations: [{ login: SCANNED_ORG, members: [{ login: "ada", role: "admin" }] }],
    repositories: repositories.map((one) => ({ owner: SCANNED_ORG, ...one })),
  });
  host.alerts.managers.add("grace");
  return host;
}

async function fill(host: CodeHost): Promise<void> {
  const of = (name: typeof SCANNED_REPOSITORIES[number]) =>
    host.alerts.of(`${SCANNED_ORG}/${name}`);
  fillMany(of("many"));
  const off = of("off");
  off.codeScanning.state = "off";
  off.dependabot.state = "off";
  off.secretScanning.state = "off";
  of("archived").codeScanning.alerts.push({ rule: "js/left-behind" });
  of("renamed").dependabot.alerts.push(...dependabotSeeds(1));
  of("no-analysis").codeScanning.state = "no-analysis";
  of("generic-only").secretScanning.alerts.push(
    { type: "password", typeName: "Password", secret: "correct horse battery staple" },
    { type: "rsa_private_key", typeName: "RSA Private Key", secret: "-----BEGIN RSA-----" },
  );
  of("busy").dependabot.alerts.push(...dependabotSeeds(2));
  of("mixed").codeScanning.alerts.push(...codeScanningSeeds(4));
  of("mixed").dependabot.alerts.push(...dependabotSeeds(4));
  of("mixed").secretScanning.alerts.push(secretSeed(1));
  of("quiet-but-off").codeScanning.state = "off";
  of("leaked").secretScanning.alerts.push({ ...secretSeed(2), publiclyLeaked: true });

  const owner = (method: string, name: string, body: object) =>
    host.call(OWNER_TOKEN, method, `/repos/${SCANNED_ORG}/${name}`, body);
  await owner("PATCH", "archived", { archived: true });
  await owner("PATCH", "renamed", { name: "moved" });
}

function fillMany(feeds: ReturnType<CodeHost["alerts"]["of"]>): void {
  feeds.codeScanning.alerts.push(...codeScanningSeeds(MANY));
  feeds.dependabot.alerts.push(...dependabotSeeds(MANY));
  feeds.secretScanning.alerts.push(
    ...Array.from({ length: MANY }, (_, index) => secretSeed(index)),
  );
}

const SEVERITIES = ["low", "medium", "high", "critical"] as const;

function dependabotSeeds(count: number): DependabotSeed[] {
  return Array.from({ length: count }, (_, index) => ({
    package: `package-${index + 1}`,
    severity: SEVERITIES[index % SEVERITIES.length]!,
  }));
}

function codeScanningSeeds(count: number): CodeScanningSeed[] {
  return Array.from({ length: count }, (_, index) => ({
    rule: `js/rule-${index + 1}`,
    securitySeverity: SEVERITIES[index % SEVERITIES.length]!,
    line: index + 1,
  }));
}

function secretSeed(index: number): SecretSeed {
  return {
    type: "github_personal_access_token",
    typeName: "GitHub Personal Access Token",
    provider: "GitHub",
    secret: `ghp_notarealtoken${String(index).padStart(10, "0")}`,
  };
}
