import { type Kysely, sql } from 'kysely';

/** Who had become platform staff was still in their tenant, whose main account saw all they made. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update users set first_id = ''
    where first_id <> '' and user_id in (select user_id from user_roles where role_id < 10)`.execute(db);
}
