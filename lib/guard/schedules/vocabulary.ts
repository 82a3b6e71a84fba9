/** Who answers for a domain (spec 2.10): its origins themselves, or the nodes that protect it. */
export const SRC = 1;
export const NODE = 2;
export type Mode = typeof SRC | typeof NODE;

export const DISABLED = 1;
export const ENABLED = 2;

export const READY = 1;
export const SWITCHING = 2;

/** Types of records; these three are what a domain's name may have. */
export const A = 1;
export const AAAA = 2;
export const CNAME = 3;

export const START = 'AffairsStatus_Start';
export const SUCCEED = 'AffairsStatus_Succeed';
export const FAILD = 'AffairsStatus_Faild';
/** In the order of their codes, from 1. */
export const AFFAIR_STATUSES = [START, SUCCEED, FAILD] as const;
export type AffairStatus = (typeof AFFAIR_STATUSES)[number];

export const STARTED_CODE = 1;
export const SUCCEEDED_CODE = 2;
export const FAILED_CODE = 3;

/** How an affair was asked for: in the console, by Parapet itself, or with an API key. */
export const AFFAIR_OPERS = ['AffairsOperType_Page', 'AffairsOperType_Cron', 'AffairsOperType_Cli'] as const;
export type AffairOper = (typeof AFFAIR_OPERS)[number];
/**
 * How it went with a domain: its records were written, or only kept as no DNS is connected; the name server answers others;
 * Parapet failed, or the DNS server did, which says why itself.
 */
export const RESULTS = ['written', 'kept', 'differs', 'internal', 'refused'] as const;
export type AffairResult = {
  name: string;
  code: (typeof RESULTS)[number];
  /** Records as `<type> <value>`. */
  answers: readonly string[];
  /** What is wrong with the DNS server in the words of the API, and as DnsFault with its detail. */
  said: string;
  fault?: string;
  detail?: string;
};
/** The same as text of the API, whose language is English. */
export function textOfResult({ name, code, answers, said }: AffairResult): string {
  const records = answers.join(', ');
  switch (code) {
    case 'written':
      return `${name}: ${records || 'no records'}`;
    case 'kept':
      return `${name}: ${records || 'no records'} (kept; no DNS is connected)`;
    case 'differs':
      return `${name}: the name server answers ${records || 'nothing'} instead`;
    case 'internal':
      return `${name}: internal error`;
    case 'refused':
      return `${name}: ${said}`;
  }
}

/** By Parapet itself. */
export const AUTOMATIC = AFFAIR_OPERS[1];

/** What an affair was made for: what was done with records, or with nodes and domains that they are of. */
export const CAUSES = [
  'switch_src',
  'switch_node',
  'init',
  'reset',
  'repair',
  'enable',
  'disable',
  'nodes',
  'lock',
  'unlock',
  'delete',
] as const;
export type Cause = (typeof CAUSES)[number];
export const switchTo = (mode: Mode): Cause => (mode === SRC ? 'switch_src' : 'switch_node');

/** What the records of a domain are called in audit rows, and the job that brings them into DNS. */
export const SCHEDULE = 'schedule';
export const APPLY = 'guard.schedules.apply';

/** What changes all records of a domain, and can be previewed. */
export const OPERATIONS = ['switch', 'init', 'reset'] as const;
