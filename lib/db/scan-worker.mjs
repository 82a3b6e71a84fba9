// Plain JavaScript, because a thread starts from a file and neither tsx, vitest nor esbuild translates that one.
import { workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const database = new Libsql(workerData.file);
database.exec('pragma query_only = on');
database.exec('pragma cache_size = -16384');

const STATEMENTS = 64;
/** Characters of a statement that is kept. */
const LONGEST = 65_536;
const statements = new Map();

/** What is prepared stays in memory until this thread's garbage is collected, which its few objects seldom bring about: so it is used again. */
function prepare(sql) {
  if (sql.length > LONGEST) return database.prepare(sql);
  const statement = statements.get(sql) ?? database.prepare(sql);
  // The one that was used last is the last of them.
  statements.delete(sql);
  statements.set(sql, statement);
  if (statements.size > STATEMENTS) statements.delete(statements.keys().next().value);
  return statement;
}

/** An error's code would be lost on the way between threads. */
export default function read({ sql, parameters }) {
  try {
    return { rows: prepare(sql).all(parameters) };
  } catch (error) {
    return { error: { message: error.message, code: error.code } };
  }
}
