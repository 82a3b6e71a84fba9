declare module '@/lib/db/tables' {
  interface Tables {
    node_enrolments: EnrolmentRow;
    /** Which API keys nodes got by enrolment and rotation. */
    node_keys: { key_id: string; node_id: string };
  }
}

/** Times in Unix milliseconds, 0 for never. The secret itself is never stored. */
export type EnrolmentRow = {
  enrolment_id: string;
  node_id: string;
  /** Who made it, and on whose permissions the key will rest. */
  user_id: string;
  prefix: string;
  secret_hash: string;
  ctime: number;
  expires_at: number;
  used_at: number;
  used_ip: string;
  revoked_at: number;
};
