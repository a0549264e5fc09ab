import {
  eventDocument,
  newAnalysis,
  newEvent,
  newEvidence,
  newIssue,
  newPr,
  newReferences,
  newReviewer,
  newRun,
  newState,
  newWorktree,
  prDocuments,
  REPO,
  shaOf,
  type Stored,
  stored,
  SYNCED,
} from "./stored.ts";

/** A mirror in which everything that a stranger can write is this text. */
export function mirrorOf(text: string): Stored[] {
  const people = { author: text, labels: [text], assignees: [text] };
  const pr = newPr(1, {
    ...people,
    title: text,
    body: text,
    url: text,
    comments: 1,
    head: { ref: text, sha: shaOf(1), repo: text },
    base: { ref: text, sha: shaOf("b"), repo: text },
    requestedReviewers: [text],
    reviewers: [newReviewer(text, "changes-requested", shaOf("e"))],
  });
  const head = shaOf(1).slice(0, 12);
  const common = { repo: REPO, number: 1, headSha: shaOf(1), part: 1, parts: 1, truncated: false };
  return [
    newState(),
    ...prDocuments(pr, {
      checks: ["failure"],
      events: [
        newEvent({ at: SYNCED, actor: text, body: text, path: text, line: 3, url: text }),
        newEvent({ at: SYNCED, id: "2", type: text, actor: text, detail: text, sha: text }),
      ],
    }),
    // In one bucket for each way in which a reason quotes what strangers write.
    ...prDocuments(newPr(2, { ...people, title: text, draft: true })),
    ...prDocuments({ ...newPr(3, { title: text }), labels: [text, "security", "needs-info"] }),
    ...failing(newPr(4, { title: text }), text),
    ...prDocuments(newPr(5, {
      title: text,
      reviewDecision: "approved",
      reviewers: [newReviewer(text, "approved", shaOf(5))],
    })),
    ...prDocuments(newPr(6, {
      title: text,
      reviewers: [newReviewer(text, "commented", shaOf(6))],
    })),
    stored("issueSnapshot", ["7"], newIssue(7, { ...people, title: text, body: text, url: text })),
    eventDocument("issue", 7, [newEvent({ at: SYNCED, actor: text, body: text })]),
    newReferences("pr", 1, [[7, "closing"], [`${text}#1`, "text"]]),
    stored("prFileSnapshot", ["1", head], {
      ...common,
      mergeBase: null,
      files: [{
        path: text,
        base64: false,
        previousPath: text,
        status: "renamed",
        additions: 1,
        deletions: 1,
        binary: false,
        mode: "100644",
      }],
    }),
    newEvidence(1, shaOf(1), {
      generator: text,
      codePathWalkthrough: text,
      reviewAttentionMap: text,
      evidenceRefs: [text],
    }),
    newWorktree("pr-1", { path: text, branch: text, prNumber: 1, prHeadSha: shaOf(1) }),
    newAnalysis("pr-1", { inProgress: text, modified: 1, reasons: [text] }),
    newRun(SYNCED, { errors: [{ what: text, code: text, message: text }] }),
    stored("collectionStatus", ["repository", "index"], {
      repo: REPO,
      subject: "repository",
      component: text,
      complete: false,
      itemCount: 0,
      error: { code: text, message: text },
      at: SYNCED,
    }),
  ];
}

function failing(pr: ReturnType<typeof newPr>, text: string): Stored[] {
  return [
    ...prDocuments(pr, { checks: null }),
    stored("checkRunSnapshot", [String(pr.number), shaOf(pr.number).slice(0, 12)], {
      repo: REPO,
      number: pr.number,
      headSha: shaOf(pr.number),
      checks: [{ name: text, source: "status", state: "failure", url: text }],
      truncated: false,
      fetchedAt: SYNCED,
    }),
  ];
}
