/** Why a file cannot be followed or kept, with a stable code as those of the platform have. */
export class TargetFailure extends Error {
  override name = "TargetFailure";
  constructor(readonly code: string, message: string) {
    super(message);
  }
}
