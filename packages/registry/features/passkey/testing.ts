/** A passkey as it is stored, but for its person. */
export const STORED_PASSKEY = {
  id: "7d8f0a52-9b1e-4c39-8a6f-0c1d2e3f4a5b",
  credential_id: "Y3JlZGVudGlhbA",
  public_key: "a2V5",
  counter: 0,
  transports: "[]",
  synced: 0,
  aaguid: "00000000-0000-0000-0000-000000000000",
  rp_id: "registry.test",
  name: "Laptop",
  created_at: "2026-11-29T10:00:00.000Z",
  last_used_at: null,
};
