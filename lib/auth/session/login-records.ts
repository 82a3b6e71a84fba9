import { linked } from '@/lib/audit/chain';
import { searchText } from '@/lib/db/dialect';
import type { Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    login_records: LoginRecordRow;
  }
}

export const LOGIN_SUCCESS = 1;
export const LOGIN_FAILURE = 2;

/** The columns a keyword search covers (spec 4.4: fifteen). */
export const LOGIN_SEARCH_COLUMNS = [
  'user_name',
  'user_id',
  'nick_name',
  'ip',
  'login_district',
  'auth_channel',
  'failure_reason',
  'user_agent',
  'request_id',
  'staff_user_id',
  'staff_user_name',
  'on_behalf_user_id',
  'on_behalf_user_name',
  'delegation_user_id',
  'delegation_user_name',
] as const;

export type LoginRecordRow = Record<(typeof LOGIN_SEARCH_COLUMNS)[number], string> & {
  id: number;
  ctime: number;
  oem_id: string;
  user_key: string;
  login_status: number;
  /** Lifetime of the session that began, in seconds; 0 after a failure. */
  ttl_seconds: number;
  search: string;
  /** Empty in rows older than the chain; see lib/audit/chain.ts. */
  prev_hash: string;
  hash: string;
};

export type SignInAttempt = Pick<
  LoginRecordRow,
  | 'ctime'
  | 'oem_id'
  | 'user_id'
  | 'user_name'
  | 'user_key'
  | 'nick_name'
  | 'ip'
  | 'login_district'
  | 'user_agent'
  | 'request_id'
  | 'login_status'
  | 'failure_reason'
  | 'ttl_seconds'
>;

export async function recordSignIn(db: Tx, attempt: SignInAttempt): Promise<void> {
  const row = await linked(db, 'sign_ins', {
    ...attempt,
    auth_channel: 'password',
    staff_user_id: '',
    staff_user_name: '',
    on_behalf_user_id: '',
    on_behalf_user_name: '',
    delegation_user_id: '',
    delegation_user_name: '',
  });
  const search = searchText(...LOGIN_SEARCH_COLUMNS.map((column) => row[column]));
  await db
    .insertInto('login_records')
    .values({ ...row, search })
    .execute();
}
