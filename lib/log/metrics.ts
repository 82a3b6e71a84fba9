import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type QueueFigures, REFUSALS } from '@/lib/queues/fair-queue';

/** The process's Prometheus figures. Labels carry route templates, never raw paths. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    answered: requestMetrics(registers),
    signIns: new Counter({
      name: 'parapet_sign_ins_total',
      help: 'Sign-in attempts by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    changes: new Counter({
      name: 'parapet_changes_total',
      help: 'Committed writes by action',
      labelNames: ['action'],
      registers,
    }),
    keyCallsDropped: new Counter({
      name: 'parapet_api_key_calls_unrecorded_total',
      help: 'Calls with API keys that the call log could not take',
      registers,
    }),
    spoolSetAside: new Counter({
      name: 'parapet_spool_set_aside_total',
      help: 'Files of the spool that could not be read or stored and were put aside',
      registers,
    }),
    queues: queueMetrics(registers),
    ready: new Gauge({ name: 'parapet_ready', help: '1 when the stores can be written', registers }),
  };
}

/** Counts and times answers. Looking labels up costs more than counting, so each combination is looked up once. */
function requestMetrics(registers: Registry[]) {
  const requests = new Counter({
    name: 'parapet_http_requests_total',
    help: 'API requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'parapet_http_request_seconds',
    help: 'Time from the parsed request head to the complete answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const children = new Map<string, (seconds: number) => void>();
  return (method: string, route: string, status: number, seconds: number) => {
    const key = `${method} ${route} ${status}`;
    let count = children.get(key);
    if (!count) {
      const request = requests.labels({ method, route, status });
      const time = duration.labels({ method, route });
      count = (s) => {
        request.inc();
        time.observe(s);
      };
      children.set(key, count);
    }
    count(seconds);
  };
}

/** Makes the figures of one queue of scarce work. */
function queueMetrics(registers: Registry[]) {
  const labelNames = ['queue'] as const;
  const waiting = new Gauge({ name: 'parapet_queue_waiting', help: 'Pieces of work that wait', labelNames, registers });
  const running = new Gauge({ name: 'parapet_queue_running', help: 'Pieces of work under way', labelNames, registers });
  const waits = new Histogram({
    name: 'parapet_queue_wait_seconds',
    help: 'Time a piece of work waited for its turn',
    labelNames,
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: 'parapet_queue_refused_total',
    help: 'Pieces of work that were not begun: share of the account or queue full, or caller gone',
    labelNames: ['queue', 'reason'],
    registers,
  });
  const figures = (queue: string): QueueFigures => ({
    depth(waitingNow, runningNow) {
      waiting.set({ queue }, waitingNow);
      running.set({ queue }, runningNow);
    },
    waited: (seconds) => waits.observe({ queue }, seconds),
    refused: (reason) => refusals.inc({ queue, reason }),
  });
  return (queue: string) => {
    // A rate needs a first value before the first refusal.
    for (const reason of REFUSALS) refusals.inc({ queue, reason }, 0);
    return figures(queue);
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
