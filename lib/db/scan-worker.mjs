// Plain JavaScript, because a thread starts from a file and neither tsx, vitest nor esbuild translates that one.
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const database = new Libsql(workerData.file);
database.exec('pragma query_only = on');
database.exec('pragma cache_size = -16384');

parentPort.on('message', ({ sql, parameters }) => {
  try {
    parentPort.postMessage({ rows: database.prepare(sql).all(parameters) });
  } catch (error) {
    parentPort.postMessage({ error: { message: error.message, code: error.code } });
  }
});
