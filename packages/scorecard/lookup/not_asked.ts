/**
 * Thrown by the `fetch` that a look-up is given, when the service is not to be asked for now. The
 * look-up is then `notRun`: nothing is known, and nothing went wrong with the question.
 */
export class NotAsked extends Error {
  override readonly name = "NotAsked";

  constructor() {
    super("is skipped for now, as it did not answer before");
  }
}
