/**
 * A start that brings a store to this version, in a process of its own: `folder database at`. It is killed after the migration of that number has done
 * its work and before the next begins; without one it says that it is done.
 */
import { migrations } from '@/lib/generated/migrations';
import { migrate } from './migrate';
import { openStore } from './store';

const [folder = '', databaseUrl, at = '0'] = process.argv.slice(2);
const known = migrations as Record<string, { up: (db: never) => Promise<void> }>;
let done = 0;
for (const [name, { up }] of Object.entries(known)) {
  known[name] = {
    async up(db) {
      await up(db);
      done += 1;
      if (done === Number(at)) process.kill(process.pid, 'SIGKILL');
    },
  };
}

const store = openStore({ folder, databaseUrl: databaseUrl || undefined });
await migrate(store);
await store.close();
process.stdout.write('done');
