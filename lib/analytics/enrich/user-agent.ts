import { createRequire } from 'node:module';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import type { UaClass } from '../events/vocabulary';

export type UserAgent = { ua_class: UaClass; ua_name: string };

type Crawler = { pattern: RegExp; ua_class: UaClass };

/** Tags of crawler-user-agents that do not make a good bot. */
const TAG_CLASS: Readonly<Record<string, UaClass>> = {
  'ai-crawler': 'ai_crawler',
  scanner: 'bad_bot',
  'browser-automation': 'bad_bot',
  'http-library': 'tool',
};

/** What apps of phones ask with; a program that names itself a bot has another author. */
const APP_LIBRARY = /^(?!.*(bot|crawl|spider|scan|https?:)).*\b(okhttp|Alamofire)\//i;
const APP = /\b(CFNetwork|Dalvik|Darwin)\/|\b(MicroMessenger|FBAN|FBAV|Instagram)\b/;
/** Attack tools by their own names; some hide behind a browser's prefix, so they are looked for first. */
const SCANNER =
  /nikto|sqlmap|nmap|masscan|zgrab|nuclei|acunetix|nessus|openvas|netsparker|wpscan|dirbuster|gobuster|feroxbuster|ffuf|wfuzz|hydra|arachni|w3af|havij|zmeu|metasploit|commix|jorgee|morfeus/i;
const TOOL = /^(curl|wget|python|java|go-http|libwww|perl|ruby|node|axios|php|httpie|postman|lua|rust)/i;

function loadCrawlers(): Crawler[] {
  const list = createRequire(import.meta.url)('crawler-user-agents') as { pattern: string; tags?: string[] }[];
  return list.map(({ pattern, tags }) => ({
    pattern: new RegExp(pattern),
    ua_class: (tags ?? []).map((tag) => TAG_CLASS[tag]).find((c) => c !== undefined) ?? 'good_bot',
  }));
}

const LONGEST_NAME = 64;
const ADDRESSES = /https?:\S+|\S+@\S+/g;
const BOT_WORD = /[\w.-]*(?:bot|crawl|spider|scan)[\w-]*/i;
const COMPATIBLE = /compatible;\s*(?!MSIE)([^\s/;()]+)/;

/** The first product; behind the name of a browser, which programs put before theirs, what calls itself a bot or is compatible. */
function productOf(agent: string): string {
  const first = /^[^\s/;(]+/.exec(agent)?.[0] ?? agent;
  const said = first === 'Mozilla' ? agent.replace(ADDRESSES, '') : '';
  return (BOT_WORD.exec(said)?.[0] ?? COMPATIBLE.exec(said)?.[1] ?? first).slice(0, LONGEST_NAME);
}

/**
 * Opens the classifier. A bot nobody lists counts as bad when it calls itself one, else as a tool; no user agent at all
 * is `unknown`.
 */
export function openUserAgents(): (agent: string) => UserAgent {
  const crawlers = loadCrawlers();
  return (agent) => {
    if (agent === '') return { ua_class: 'unknown', ua_name: '' };
    const scanner = SCANNER.exec(agent);
    if (scanner) return { ua_class: 'bad_bot', ua_name: scanner[0].toLowerCase() };
    if (APP_LIBRARY.test(agent)) return { ua_class: 'app', ua_name: productOf(agent) };
    if (isbot(agent)) {
      for (const { pattern, ua_class } of crawlers) {
        const found = pattern.exec(agent);
        if (found) return { ua_class, ua_name: found[0].replace(/[/\s(]+$/, '').slice(0, LONGEST_NAME) };
      }
      if (TOOL.test(agent)) return { ua_class: 'tool', ua_name: productOf(agent) };
      return { ua_class: /bot|crawl|spider|scan/i.test(agent) ? 'bad_bot' : 'tool', ua_name: productOf(agent) };
    }
    if (APP.test(agent)) return { ua_class: 'app', ua_name: productOf(agent) };
    const browser = new UAParser(agent).getBrowser().name;
    return browser ? { ua_class: 'browser', ua_name: browser } : { ua_class: 'tool', ua_name: productOf(agent) };
  };
}
