import { capital } from '@/components/ui/capital';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';

/** The reader's texts: a next-intl translator at the root. */
export type Texts = {
  has: (key: string) => boolean;
  markup: (key: string, values: Record<string, string | ((noun: string) => string)>) => string;
};

type Said = Pick<
  AuditLog,
  | 'action'
  | 'actor_name'
  | 'user_id'
  | 'actor_type'
  | 'resource_id'
  | 'resource_label'
  | 'status'
  | 'http_status'
  | 'on_behalf_user_name'
  | 'detail'
>;

const OWN = 'sys.audit-logs';
const DONE = 1;

/** Begin and end of a name within a sentence: private characters, taken out of what is named. */
const [BEGIN, END] = ['\ue000', '\ue001'];

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const NAMING = ['name', 'user_name', 'domain', 'set_name', 'label'] as const;

/** What records write between the names of one label, such as a certificate and the domain that it was bound to. */
const LABEL_JOINT = ', ';

/** Actions on objects that belong to no other: their label is one name, and a comma in it is the name's own. */
const HAS_ONE_NAME =
  /^(sys\.(user|role|apikey)|analytics\.(alertrule|alertchannel)|guard\.(policy|bwlist|node)|guard\.cert\.create)\b/;

/** The label of a row; where it failed before the object was known, the request says what was meant. */
function labelOf(log: Said): string {
  if (log.resource_label !== '') return log.resource_label;
  const params = asRecord(log.detail.params);
  const named = NAMING.map((name) => params[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? named : log.resource_id;
}

/** What the operation was about, several names with `between` in the reader's language. */
export function objectName(log: Said, between: string): string {
  const label = labelOf(log);
  return HAS_ONE_NAME.test(log.action) || log.resource_label === '' ? label : label.replaceAll(LABEL_JOINT, between);
}

/** A special case of an action, by what changed or was asked for; its object may carry another name than today's. */
function variantOf(log: Said): { key: string; object?: string; to?: string } | null {
  const { changes } = log.detail;
  const params = asRecord(log.detail.params);
  const { name } = changes;
  switch (log.action) {
    case 'guard.policy.edit':
    case 'sys.role.edit': {
      const isRename =
        typeof name?.old === 'string' && typeof name.new === 'string' && Object.keys(changes).length === 1;
      if (!isRename) return null;
      const key = log.action === 'sys.role.edit' ? 'rename_role' : 'rename_policy';
      return { key, object: String(name.old), to: String(name.new) };
    }
    case 'guard.cert.edit': {
      // The row of a binding names the certificate and the domain.
      const { domain } = changes;
      const [key, to] = domain?.new ? ['bind', domain.new] : ['unbind', domain?.old];
      return typeof to === 'string' ? { key, object: log.resource_label.replace(`${LABEL_JOINT}${to}`, ''), to } : null;
    }
    case 'guard.domain.audit': {
      const { due_at, audit_status } = changes;
      const decided = { 3: 'reject', 4: 'approve' }[Number(audit_status?.new ?? audit_status?.old)];
      // On hold until it takes effect, which has a row of its own.
      if (due_at && decided) return { key: `${due_at.new ? 'decide' : 'undo'}_${decided}` };
      const key = { 2: 'review', 3: 'reject', 4: 'approve' }[Number(params.audit_status)];
      return key ? { key } : null;
    }
    case 'sys.user.lock':
      return params.locked === 0 ? { key: 'unlock_user' } : null;
    case 'sys.user.edit':
      return changes.role_ids ? { key: 'user_roles' } : null;
    case 'sys.user.resetpwd':
      return log.user_id !== '' && log.user_id === log.resource_id ? { key: 'own_password' } : null;
    case 'sys.apikey.delete':
      return 'id' in params ? null : { key: 'revoke_all' };
    default:
      return null;
  }
}

/** Whether the sentence leaves open which fields changed. */
export const leavesFieldsOpen = (log: Said): boolean =>
  /\.(edit|settings)$/.test(log.action) &&
  log.status === DONE &&
  Object.keys(log.detail.changes).length > 0 &&
  variantOf(log) === null;

/** A name of several words, or of Han among Han, is in quotes; others are distinguished by being bold. */
function named(texts: Texts, raw: string): string {
  const name = raw.replaceAll(BEGIN, '').replaceAll(END, '');
  const quoted = /[\s\p{Script=Han}]/u.test(name) ? texts.markup(`${OWN}.quoted`, { name }) : name;
  return `${BEGIN}${quoted}${END}`;
}

/** An action in words, without what it was done to; one without words of its own as it is. */
export function actionName(texts: Texts, action: string): string {
  const key = `sentence.${action}`;
  if (!texts.has(key)) return action;
  const said = texts.markup(key, { outcome: 'done', action, to: '', o: (noun) => noun });
  return capital(said);
}

/** What was done, or would have been, without who and how it ended. */
function predicate(texts: Texts, log: Said, outcome: 'done' | 'tried'): string {
  const variant = variantOf(log);
  const object = variant?.object ?? objectName(log, texts.markup('common.between', {}));
  const ownKey = `sentence.${log.action}`;
  const key = variant ? `${OWN}.variant.${variant.key}` : texts.has(ownKey) ? ownKey : `${OWN}.general`;
  return texts.markup(key, {
    outcome,
    action: named(texts, log.action),
    to: named(texts, variant?.to ?? ''),
    o: (noun) => (object === '' ? String(noun) : `${noun} ${named(texts, object)}`),
  });
}

/** A space separates Han and Latin where a name begins or ends; Han and quotes do not. */
function spaced(text: string): string {
  return text
    .replace(/(\p{Script=Han}) (\ue000“)/gu, '$1$2')
    .replace(/(\p{Script=Han})(\ue000)(?=[!-~])/gu, '$1 $2')
    .replace(/([!-~])(\ue001)(?=\p{Script=Han})/gu, '$1$2 ');
}

function reasonOf(texts: Texts, http_status: number): string {
  const key = `${OWN}.reasons.${http_status}`;
  return texts.markup(texts.has(key) ? key : `${OWN}.reasons.other`, {});
}

/**
 * One operation as a sentence in the reader's language, such as "renamed policy Strict to Strict retail". What failed
 * is written as an attempt, with the reason. `who` puts the actor before it, and for whom they acted. Split the result
 * with `partsOf`.
 */
export function sentenceOf(texts: Texts, log: Said, { who = false, why = true } = {}): string {
  const isDone = log.status === DONE;
  let what = predicate(texts, log, isDone ? 'done' : 'tried');
  if (!isDone) {
    const reason = reasonOf(texts, log.http_status);
    const key = log.http_status >= 500 ? 'attempt_failed' : 'attempt_refused';
    what = why
      ? texts.markup(`${OWN}.${key}`, { what, status: String(log.http_status), reason })
      : texts.markup(`${OWN}.attempt`, { what });
  }
  if (!who) return spaced(capital(what));
  const actor = named(texts, log.actor_name || texts.markup(`${OWN}.nobody`, {}));
  const owner = log.actor_type === 'staff' ? log.on_behalf_user_name : '';
  return spaced(texts.markup(`${OWN}.${owner ? 'by_for' : 'by'}`, { actor, owner: named(texts, owner), what }));
}

/** A sentence as its pieces, names marked. */
export function partsOf(sentence: string): { text: string; isName: boolean }[] {
  return sentence
    .split(/(\ue000[^\ue001]*\ue001)/)
    .filter((text) => text !== '')
    .map((text) => ({ text: plainOf(text), isName: text.startsWith(BEGIN) }));
}

/** A sentence as plain text, for names of controls. */
export const plainOf = (sentence: string): string => sentence.replaceAll(BEGIN, '').replaceAll(END, '');
