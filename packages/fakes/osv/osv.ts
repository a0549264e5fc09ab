import { type Service, startService } from "../service/mod.ts";

/** A vulnerability to publish. */
export interface Advisory {
  id: string;
  /** npm package name. */
  package: string;
  /** The versions it affects. */
  versions: readonly string[];
  summary?: string;
  /** The word GitHub's advisories give: LOW, MODERATE, HIGH or CRITICAL. Absent: none is given. */
  severity?: string;
  /** A CVSS vector. */
  cvss?: string;
  withdrawn?: boolean;
}

/** A stand-in for OSV's `POST /v1/query`, as published at google.github.io/osv.dev/api. */
export interface OsvService extends Service {
  publish(advisory: Advisory): void;
  /** Vulnerabilities a page; OSV's own is large. */
  pageSize: number;
}

/** Starts an OSV that knows no vulnerabilities. */
export function startOsv(): OsvService {
  const advisories: Advisory[] = [];
  const service = startService(({ method, path, body }) => {
    if (method !== "POST" || path !== "/v1/query") {
      return Response.json({ code: 5, message: "Not Found" }, { status: 404 });
    }
    const query = (body ?? {}) as {
      package?: { name?: string; ecosystem?: string };
      version?: string;
      page_token?: string;
    };
    if (!query.package?.name || query.package.ecosystem !== "npm" || !query.version) {
      return Response.json({ code: 3, message: "Invalid query" }, { status: 400 });
    }
    const { name } = query.package;
    const hits = advisories.filter((advisory) =>
      advisory.package === name && advisory.versions.includes(query.version!)
    );
    const from = Number(query.page_token ?? 0);
    const page = hits.slice(from, from + osv.pageSize);
    const rest = from + osv.pageSize < hits.length;
    // OSV leaves `vulns` out when there are none.
    return Response.json({
      ...(page.length === 0 ? {} : { vulns: page.map(record) }),
      ...(rest ? { next_page_token: String(from + osv.pageSize) } : {}),
    });
  });
  const osv: OsvService = Object.assign(service, {
    publish: (advisory: Advisory) => void advisories.push(advisory),
    pageSize: 1000,
  });
  return osv;
}

function record(advisory: Advisory) {
  const { id, versions, summary, severity, cvss, withdrawn } = advisory;
  const at = "2026-01-15T12:00:00Z";
  return {
    id,
    summary: summary ?? `A vulnerability in ${advisory.package}`,
    details: "Described at length.",
    aliases: [`CVE-2026-${id.length}000`],
    modified: at,
    published: at,
    ...(withdrawn ? { withdrawn: at } : {}),
    references: [{ type: "WEB", url: `https://osv.dev/vulnerability/${id}` }],
    affected: [{
      package: {
        name: advisory.package,
        ecosystem: "npm",
        purl: `pkg:npm/${encodeURIComponent(advisory.package)}`,
      },
      ranges: [{ type: "SEMVER", events: [{ introduced: "0" }] }],
      versions,
    }],
    schema_version: "1.7.3",
    ...(cvss === undefined
      ? {}
      : { severity: [{ type: cvss.startsWith("CVSS:4") ? "CVSS_V4" : "CVSS_V3", score: cvss }] }),
    database_specific: severity === undefined
      ? { github_reviewed: false }
      : { severity, github_reviewed: true, cwe_ids: ["CWE-79"] },
  };
}
