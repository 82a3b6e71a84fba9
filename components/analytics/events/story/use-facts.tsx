'use client';

import { useTranslations } from 'next-intl';
import { countryCode, countryName } from '@/components/charts/result/geo-codes';
import { useLanguage } from '@/components/layout/preferences/intl-provider';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { Fact } from '@/components/ui/content/key-value-list';
import type { EventVO } from '@/lib/analytics/search/contract';
import { Verdict } from '../verdict';

type Facts = Record<'verdict' | 'answer' | 'client' | 'edge', Fact[]>;

/** What the edge noted about a request, in parts; what it did not note is left out. */
export function useFacts(event: EventVO): Facts {
  const t = useTranslations('analytics.events');
  const words = useTranslations('charts.values');
  const format = useFormat();
  const { locale } = useLanguage();
  const country = countryCode(event.country);
  const word = (set: string, value: string) =>
    value !== '' && words.has(`${set}.${value}`) ? words(`${set}.${value}`) : value;
  const ms = (value: number | null) => (value === null ? '' : `${format.number(value)} ms`);
  const joined = (...texts: string[]) => texts.filter((text) => text !== '').join(' · ');
  const facts: Facts = {
    verdict: [
      { key: 'action', label: t('fields.action'), value: <Verdict action={event.action} /> },
      { key: 'attack_class', label: t('fields.attack_class'), value: word('attack_class', event.attack_class) },
      {
        key: 'rule_id',
        label: t('fields.rule_id'),
        value: event.rule_id === 0 ? '' : String(event.rule_id),
        mono: true,
      },
      { key: 'score', label: t('fields.score'), value: event.score === 0 ? '' : format.number(event.score) },
    ],
    answer: [
      { key: 'status', label: t('fields.status'), value: String(event.status) },
      {
        key: 'upstream_status',
        label: t('fields.upstream_status'),
        value: event.upstream_status === 0 ? t('not_asked') : String(event.upstream_status),
      },
      { key: 'cache_status', label: t('fields.cache_status'), value: word('cache_status', event.cache_status) },
      { key: 'latency_ms', label: t('fields.latency'), value: ms(event.latency_ms) },
      { key: 'upstream_ms', label: t('fields.upstream_ms'), value: ms(event.upstream_ms) },
      { key: 'bytes_in', label: t('fields.bytes_in'), value: `${format.number(event.bytes_in)} B` },
      { key: 'bytes_out', label: t('fields.bytes_out'), value: `${format.number(event.bytes_out)} B` },
    ],
    client: [
      { key: 'client_ip', label: t('fields.client_ip'), value: event.client_ip, mono: true },
      {
        key: 'country',
        label: t('fields.country'),
        value: country === null ? event.country : countryName(country, locale),
      },
      { key: 'asn', label: t('fields.asn'), value: event.asn === 0 ? '' : `AS${event.asn}`, mono: true },
      {
        key: 'ua_class',
        label: t('fields.ua_class'),
        value: joined(word('ua_class', event.ua_class), event.ua_name),
      },
      { key: 'user_agent', label: t('fields.user_agent'), value: event.user_agent, mono: true },
      { key: 'referer_host', label: t('fields.referer_host'), value: event.referer_host, mono: true },
    ],
    edge: [
      { key: 'protocol', label: t('fields.protocol'), value: joined(event.protocol, event.tls) },
      { key: 'node_id', label: t('fields.node_id'), value: event.node_id, mono: true },
      { key: 'request_id', label: t('fields.request_id'), value: event.request_id, mono: true },
    ],
  };
  const noted = (part: Fact[]) => part.filter(({ value }) => value !== '');
  return {
    verdict: noted(facts.verdict),
    answer: noted(facts.answer),
    client: noted(facts.client),
    edge: noted(facts.edge),
  };
}
