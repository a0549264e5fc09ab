/**
 * Lifts the limits on how long a statement and its answer may take, to the end of the transaction
 * that it is asked in: Postgres' own, and the one that the pool keeps.
 */
export const LIFT_LIMITS = `select set_config(name, '0', true)
  from (values ('statement_timeout'), ('lock_timeout')) as limits (name)`;
