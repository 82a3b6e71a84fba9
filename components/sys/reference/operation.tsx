import { useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import { Copyable } from '@/components/ui/controls/copy-button';
import {
  type Document,
  type Field,
  fieldsOf,
  type Operation,
  parametersOf,
  resolve,
  type Schema,
  takenOf,
  typeOf,
} from './document';
import { Fields } from './fields';
import { TryIt } from './try-it';

/** Statuses of success; every other one is an error of the envelope. */
const isSuccess = (status: string) => Number(status) < 400;

export function OperationView({ document, operation }: { document: Document; operation: Operation }) {
  const t = useTranslations('sys.reference');
  const body = operation.requestBody?.content['application/json']?.schema;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Panel title={operation.summary}>
        <div className="flex flex-wrap items-center gap-2">
          <Tag mono>{operation.method}</Tag>
          <Copyable text={operation.path} name={t('copy_path')} />
          {operation['x-extension'] ? <Tag>{t('extension')}</Tag> : null}
        </div>
        <p className="mt-2 max-w-[72ch] text-ink-2">{operation.description?.replaceAll('`', '')}</p>
      </Panel>
      <Parameters document={document} operation={operation} />
      {body ? (
        <Panel title={t('body')} source={typeOf(document, body)}>
          <Fields fields={fieldsOf(document, body)} name={t('body')} />
        </Panel>
      ) : null}
      <Answer document={document} operation={operation} />
      <Errors document={document} operation={operation} />
      <TryIt key={operation.operationId} document={document} operation={operation} />
    </div>
  );
}

function Parameters({ document, operation }: { document: Document; operation: Operation }) {
  const t = useTranslations('sys.reference');
  const fields = parametersOf(document, operation).map(
    ({ name, in: place, required = false, description, schema }): Field => ({
      path: name,
      depth: 0,
      type: `${typeOf(document, schema)}, ${place}`,
      required,
      schema: { ...schema, description: description?.replaceAll('`', '') },
    }),
  );
  if (fields.length === 0) return null;
  return (
    <Panel title={t('parameters')}>
      <Fields fields={fields} name={t('parameters')} />
    </Panel>
  );
}

function Answer({ document, operation }: { document: Document; operation: Operation }) {
  const t = useTranslations('sys.reference');
  const [status = '', given] = Object.entries(operation.responses).find(([one]) => isSuccess(one)) ?? [];
  const { content = {} } = given ? resolve(document, given) : {};
  const media = Object.keys(content);
  const isRaw = content['application/json']?.schema?.type === 'string' || !content['application/json'];
  const data = dataOf(document, content['application/json']?.schema);
  // An answer always has its fields; only what one sends may lack some.
  const fields = data ? fieldsOf(document, data).map((one) => ({ ...one, required: false })) : [];
  return (
    <Panel title={t('answer')} source={data && !isRaw ? `${status} ${typeOf(document, data)}` : status}>
      {isRaw ? <p>{t('stream', { media: media.join(', ') })}</p> : null}
      {!isRaw && fields.length === 0 ? (
        <p>{data?.type === 'null' ? t('nothing') : typeOf(document, data ?? {})}</p>
      ) : null}
      {!isRaw && fields.length > 0 ? <Fields fields={fields} name={t('answer')} /> : null}
      <Taken value={takenOf(content)} />
    </Panel>
  );
}

/** An answer that was really given. */
function Taken({ value }: { value: unknown }) {
  const t = useTranslations('sys.reference');
  if (value === undefined) return null;
  const code = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className="mt-3">
      <h3 className="mb-1 text-12 font-medium">{t('taken')}</h3>
      <CodeBlock code={code} caption={t('taken')} maxHeight={320} />
    </div>
  );
}

/** What the envelope carries. */
const dataOf = (document: Document, schema: Schema | undefined) => schema && resolve(document, schema).properties?.data;

function Errors({ document, operation }: { document: Document; operation: Operation }) {
  const t = useTranslations('sys.reference');
  const rows = Object.entries(operation.responses)
    .filter(([status]) => !isSuccess(status))
    .flatMap(([status, response]) => {
      const schema = resolve(document, response).content?.['application/json']?.schema ?? {};
      return (schema.anyOf ?? [schema]).map((one) => ({ status, ...errorOf(document, one) }));
    });
  return (
    <Panel title={t('errors')}>
      <ul aria-label={t('errors')} className="divide-y divide-line">
        {rows.map(({ status, code, err_key, text }) => (
          <li key={err_key} className="flex flex-wrap gap-x-3 gap-y-0.5 py-1.5">
            <span className="w-8 flex-none font-mono text-12">{status}</span>
            <span className="w-10 flex-none font-mono text-12 text-ink-3">{code}</span>
            <span className="min-w-0 flex-1 basis-60">
              <code className="font-mono text-12 wrap-anywhere">{err_key}</code>
              <span className="block text-12 text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function errorOf(document: Document, schema: Schema) {
  const { description = '', allOf = [] } = resolve(document, schema);
  const { code, err_key } = allOf[1]?.properties ?? {};
  return { code: String(code?.const ?? ''), err_key: String(err_key?.const ?? ''), text: description };
}
