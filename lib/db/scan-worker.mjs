// Plain JavaScript, because a thread starts from a file and neither tsx, vitest nor esbuild translates that one.
import { workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const database = new Libsql(workerData.file);
database.exec('pragma query_only = on');
database.exec('pragma cache_size = -16384');

/** An error's code would be lost on the way between threads. */
export default function read({ sql, parameters }) {
  try {
    return { rows: database.prepare(sql).all(parameters) };
  } catch (error) {
    return { error: { message: error.message, code: error.code } };
  }
}
