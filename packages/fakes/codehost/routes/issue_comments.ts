import {
  type Call,
  empty,
  json,
  notFound,
  Refusal,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import { commentShape, issueOf, mention, timeOf, touch } from "../issue/mod.ts";
import type { Comment } from "../state/mod.ts";
import { changedSince, pageOfShapes, sortedAsAsked } from "./changed.ts";

/** Comments below issues and pull requests. */
export const issueCommentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues/comments": async (call) => {
    const { project } = await repositoryOf(call);
    const list = sortedAsAsked(call, call.state.comments.all(project));
    return await pageOfShapes(call, list, (one) => commentShape(call, one));
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": async (call) => {
    const { issue } = await issueOf(call);
    const list = changedSince(call, call.state.comments.of(issue));
    return await pageOfShapes(call, list, (one) => commentShape(call, one));
  },

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": async (call) => {
    const { issue, repository } = await issueOf(call);
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    if (issue.locked !== null && !repository.permissions?.push) {
      throw new Refusal(403, "Unable to create comment because issue is locked.");
    }
    const comment = call.state.comments.add({
      issue,
      author: call.login,
      body: String(call.body.body),
      createdAt: timeOf(call),
    });
    touch(call, issue);
    mention(call, issue, comment.body);
    const shown = await commentShape(call, comment);
    return json(shown, 201, { location: shown.url });
  },

  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": async (call) =>
    json(await commentShape(call, await commentOf(call))),

  // The comment's own time moves, and not that of its issue.
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": async (call) => {
    const comment = await ownComment(call);
    call.state.comments.edit(comment, String(call.body.body), timeOf(call));
    return json(await commentShape(call, comment));
  },

  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": async (call) => {
    const comment = await ownComment(call);
    call.state.comments.remove(comment);
    touch(call, comment.issue);
    return empty();
  },
};

async function commentOf(call: Call): Promise<Comment> {
  const { project } = await repositoryOf(call);
  const comment = call.state.comments.find(project, Number(call.params.comment_id));
  if (!comment) throw notFound();
  return comment;
}

/** The comment of a call that its author may make, and who may push. */
async function ownComment(call: Call): Promise<Comment> {
  const { repository } = await repositoryOf(call);
  const comment = await commentOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (comment.author !== call.login && !repository.permissions?.push) throw notFound();
  return comment;
}
