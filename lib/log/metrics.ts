import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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

export type Metrics = ReturnType<typeof createMetrics>;
