import type { Kysely } from 'kysely';
import { serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';

/** Certificates, the domains they are bound to, and which master keys seal their private keys (spec 2.4). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('seal_keys')
    .addColumn('kek_id', 'text', (c) => c.primaryKey())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('certificates')
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('certificate_type', 'integer', (c) => c.notNull())
    .addColumn('common_name', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('expired_at', 'bigint', (c) => c.notNull())
    .addColumn('auto_cert', 'integer', (c) => c.notNull())
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('cert', 'text', (c) => c.notNull())
    .addColumn('sign_cert', 'text', (c) => c.notNull())
    .addColumn('sealed_key', 'text', (c) => c.notNull())
    .addColumn('sealed_sign_key', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await db.schema.createIndex(`certificates_${owner}`).on('certificates').columns([owner, 'ctime', 'id']).execute();
    await db.schema
      .createIndex(`certificates_${owner}_expiry`)
      .on('certificates')
      .columns([owner, 'expired_at', 'id'])
      .execute();
  }

  await db.schema
    .createTable('certificate_bindings')
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('cert_id', 'bigint', (c) => c.notNull().references('certificates.id').onDelete('cascade'))
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('certificate_bindings_domain')
    .on('certificate_bindings')
    .columns(['domain_id', 'cert_id'])
    .unique()
    .execute();
  await db.schema.createIndex('certificate_bindings_cert').on('certificate_bindings').column('cert_id').execute();
}
