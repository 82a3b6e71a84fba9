import { formatMinute } from '@/lib/i18n/format';
import type { AnyJson } from '../json';
import type { Visited } from './visitor';

/** An error as an example. */
export const exampleOf = (answered: AnyJson): AnyJson => new Examples(Date.now()).json(answered);

/** What was sent, where there was a body, and what was answered. */
export type Example = { request?: AnyJson; answer: AnyJson };

/** Items of a list, characters of a text, and characters of an example as JSON. */
const MOST_ITEMS = 2;
/** Of a day, one a minute. */
const MOST_NUMBERS = 1440;
const MOST_TEXT = 200;
export const MOST = 8_000;

/** The moment at which examples were taken, whenever that was. */
const NOW = Date.UTC(2026, 0, 15, 8);
const HOUR_MS = 3_600_000;

/** Fields that say how long something took or how far it got, each time differently. */
const MEASURED = /(^|_)(ms|age|bytes|free|seconds)$/;
const SECRET = /^(token|api_key|secret|password|prefix|last4|key_prefix)$/;

/** A text as a pattern of what it is: what is random in it looks the same each time. */
const PATTERNS: readonly [RegExp, string][] = [
  [/-----BEGIN ([A-Z ]+)-----[\s\S]*?(-----END \1-----|$)/g, '-----BEGIN $1-----\n…\n-----END $1-----\n'],
  [/[^\n]*PRIVATE KEY[^\n]*\n?/g, ''],
  [/\b(ppt|pne)_\w{8}\b/g, '$1_xxxxxxxx'],
  [/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-01-15 08:00:00'],
  [/\b\d{13}_[a-z\d]{10}\b/g, '1768464000000_xxxxxxxxxx'],
  [/([\dA-F]{2}:){15,31}[\dA-F]{2}/g, '00:…:00'],
];

/** Real answers made into examples that are the same whenever they are taken: ids, times, figures and secrets by rule. */
export class Examples {
  readonly #began: number;
  readonly #numbers = new Map<string, number>();

  constructor(began: number) {
    this.#began = began;
  }

  of({ asked, answer }: Visited): Example {
    const request = asked.body === undefined ? {} : { request: this.json(asked.body) };
    return { ...request, answer: this.json(answer.body) };
  }

  json(value: AnyJson, name = ''): AnyJson {
    if (Array.isArray(value)) {
      const most = typeof value[0] === 'number' ? MOST_NUMBERS : MOST_ITEMS;
      return value.slice(0, most).map((one) => this.json(one, name));
    }
    if (typeof value === 'string') return this.#text(value, name);
    if (typeof value === 'number') return this.#number(value, name);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.#text(key, ''), this.json(one, key)]));
  }

  #number(value: number, name: string): number {
    if (value > 1e12 && value < 1e13) return this.#time(value);
    return MEASURED.test(name) ? 1 : value;
  }

  /** As far from the moment as it was, to the hour; the beginning of an hour as far from that of the moment's own. */
  #time(value: number): number {
    const began = value % HOUR_MS === 0 ? this.#began - (this.#began % HOUR_MS) : this.#began;
    return NOW + Math.round((value - began) / HOUR_MS) * HOUR_MS;
  }

  #text(value: string, name: string): string {
    if (SECRET.test(name)) return value.replace(/[A-Za-z\d]/g, 'x');
    const plain = PATTERNS.reduce((text, [pattern, by]) => text.replace(pattern, by), value);
    const named = plain
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) =>
        this.#name(id, `0190f0a0-0000-7000-8000-${ZEROS}`, 36),
      )
      .replace(/(?<![\da-z])[\da-f]{20,64}(?![\da-z])/gi, (hex) => this.#name(hex, ZEROS, hex.length))
      .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => new Date(this.#time(Date.parse(time))).toISOString())
      .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d(?!:)/g, (time) => formatMinute(this.#time(Date.parse(`${time}Z`)), 'UTC'));
    return [...named].slice(0, MOST_TEXT).join('');
  }

  /** The same name for the same id, with a number in the order they come in. */
  #name(id: string, zeros: string, length: number): string {
    const number = (this.#numbers.get(id) ?? this.#numbers.size + 1).toString(16);
    this.#numbers.set(id, Number.parseInt(number, 16));
    return zeros.slice(0, length - number.length) + number;
  }
}

const ZEROS = '0'.repeat(64);
