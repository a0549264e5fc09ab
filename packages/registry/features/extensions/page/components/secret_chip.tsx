import { Icon } from "@svc/http/page";

/** Marks what is a secret or holds one: svc keeps it in a vault and out of logs and data. */
export function SecretChip() {
  return (
    <>
      {" "}
      <span class="chip secret-chip" title="svc keeps it in a vault and out of logs and data">
        <Icon name="lock" />secret
      </span>
    </>
  );
}
