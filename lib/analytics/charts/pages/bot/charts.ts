import type { Chart } from '../../chart';
import {
  action,
  actionIs,
  agentClass,
  agentIs,
  all,
  blocked,
  bytes,
  bytesOut,
  clientIp,
  country,
  counts,
  latest,
  named,
  requests,
  requestsOf,
  STOPPED,
  share,
  stopped,
  sumOf,
  time,
  top,
} from '../../declare';

/** A bot is a client that says it is a program: a tool, a good or bad bot or an AI crawler. */
const isBot = agentIs('tool', 'good_bot', 'bad_bot', 'ai_crawler');
const botRequests = counts('bot_requests', requestsOf(isBot));
const botShare = share('bot_share', requestsOf(isBot), all);

/** Bots of one class by their names. */
const namesOf = (key: string, ua_class: string): Chart =>
  top(key, [named('ua_name')], [requests, blocked], [agentIs(ua_class)]);

/** Which programs visit, what they say they are, what they take and what became of them. */
export const charts: readonly Chart[] = [
  { key: 'bots_total', render_hint: 'kpi', dimensions: [], measures: [botRequests, botShare] },
  {
    key: 'bot_bytes',
    render_hint: 'kpi',
    dimensions: [],
    measures: [
      bytes('bot_bytes_out', sumOf('bytes_out', isBot)),
      share('bot_bytes_share', sumOf('bytes_out', isBot), sumOf('bytes_out')),
    ],
  },
  {
    key: 'bots_stopped',
    render_hint: 'kpi',
    dimensions: [],
    measures: [stopped, share('stopped_share', requestsOf(actionIs(...STOPPED)), all)],
    filters: [isBot],
  },
  {
    key: 'clients_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, agentClass],
    measures: [requests],
  },
  {
    key: 'client_classes',
    render_hint: 'categorical_distribution',
    dimensions: [agentClass],
    measures: [requests],
  },
  {
    key: 'bot_verdicts',
    render_hint: 'categorical_distribution',
    dimensions: [agentClass, action],
    measures: [requests],
    filters: [isBot],
  },
  { key: 'bot_share_over_time', render_hint: 'time_series_single', dimensions: [time], measures: [botShare] },
  top('top_bots', [named('ua_name'), agentClass], [requests, bytesOut, blocked], [isBot]),
  namesOf('good_bots', 'good_bot'),
  namesOf('bad_bots', 'bad_bot'),
  namesOf('tools', 'tool'),
  top('bot_paths', [named('path')], [requests, blocked], [isBot]),
  { key: 'bots_by_country', render_hint: 'geo', dimensions: [country], measures: [requests], filters: [isBot] },
  latest(
    'latest_bots',
    [action, agentClass, named('ua_name'), clientIp, country, named('host'), named('path'), named('request_id')],
    [isBot],
  ),
];
