import type { Chart, Filter } from '../../chart';
import {
  action,
  actionIs,
  all,
  attackClass,
  attackClassIfAny,
  blocked,
  clientIp,
  country,
  countryOfIp,
  counts,
  distinct,
  isAttack,
  latestAttacks,
  named,
  requestsOf,
  STOPPED,
  share,
  stopped,
  time,
  top,
} from '../../declare';

const isStopped = actionIs(...STOPPED);
const isActedOn = actionIs(...STOPPED, 'monitor');
const attacks = counts('attacks', all);
const by = (name: string, ...actions: readonly string[]) => counts(name, requestsOf(actionIs(...actions)));

/** Requests that matched an attack rule, ranked by one column. */
const attackRank = (key: string, dimensions: Chart['dimensions'], filters: readonly Filter[] = [isAttack]): Chart =>
  top(key, dimensions, [attacks, blocked], filters);

/** What the rules stopped, what they only recorded, and who was behind it. */
export const charts: readonly Chart[] = [
  {
    key: 'attacks_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [attacks, blocked, share('attacks_blocked_share', requestsOf(actionIs('block')), all)],
    filters: [isAttack],
  },
  {
    key: 'stopped_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [stopped, share('stopped_share', requestsOf(isStopped), all)],
  },
  {
    key: 'verdicts_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [by('blocked', 'block'), by('limited', 'limit'), by('challenged', 'captcha'), by('monitored', 'monitor')],
  },
  {
    key: 'attackers_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [distinct('attackers', 'addresses', 'client_ip')],
    filters: [isAttack],
  },
  {
    key: 'verdicts_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, action],
    measures: [counts('requests', all)],
    filters: [isActedOn],
  },
  {
    key: 'attack_classes_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, attackClass],
    measures: [attacks],
    filters: [isAttack],
  },
  {
    key: 'attack_class_verdicts',
    render_hint: 'categorical_distribution',
    dimensions: [attackClass, action],
    measures: [attacks],
    filters: [isAttack],
  },
  {
    key: 'stopped_share_over_time',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [share('stopped_share', requestsOf(isStopped), all)],
  },
  attackRank('top_attackers', [clientIp, countryOfIp]),
  {
    key: 'attacks_by_country',
    render_hint: 'geo',
    dimensions: [country],
    measures: [attacks, blocked],
    filters: [isAttack],
  },
  attackRank('top_attack_networks', [named('asn')]),
  attackRank('top_rules', [named('rule_id'), { ...attackClass, follows: 'rule_id' }]),
  top('stopped_hosts', [named('host')], [stopped, blocked, by('limited', 'limit')]),
  top('stopped_paths', [named('path')], [stopped, blocked, by('limited', 'limit')]),
  top('limited_addresses', [clientIp, countryOfIp], [counts('limited', all)], [actionIs('limit')]),
  latestAttacks(
    'latest_stopped',
    [action, attackClassIfAny, clientIp, country, named('host'), named('method'), named('path'), named('request_id')],
    [isStopped],
  ),
];
