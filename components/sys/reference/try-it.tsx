import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { PasswordInput } from '@/components/ui/controls/password-input';
import { Segmented } from '@/components/ui/controls/segmented';
import { TextArea } from '@/components/ui/controls/textarea';
import { type Document, exampleOf, type Operation, parametersOf, takenOf } from './document';
import { addressOf, type Call, cliOf, curlOf, fetchOf } from './samples';
import { useSend } from './use-send';

/** The request that one puts together: samples of it, and its answer when it is sent. */
export function TryIt({ document, operation }: { document: Document; operation: Operation }) {
  const t = useTranslations('sys.reference');
  const parameters = parametersOf(document, operation);
  const content = operation.requestBody?.content;
  const schema = content?.['application/json']?.schema;
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(
    schema ? JSON.stringify(takenOf(content) ?? exampleOf(document, schema), null, 2) : undefined,
  );
  const [key, setKey] = useState('');
  const { send, isSending, answer } = useSend();
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const call: Call = { method: operation.method, path: addressOf(operation.path, values, query), body };
  const isJson = body === undefined || isReadable(body);
  return (
    <>
      <Samples call={call} command={cliOf(operation, values, query, body)} />
      <Panel title={t('try')}>
        <form
          className="flex max-w-(--form-w) flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (isJson) send(call, key);
          }}
        >
          <p className="text-12 text-ink-2">{t('real')}</p>
          {parameters.map(({ name, required, in: place }) => (
            <Field
              key={`${place}.${name}`}
              label={<code className="font-mono text-12">{name}</code>}
              optional={!required}
            >
              {(aria) => (
                <Input
                  {...aria}
                  mono
                  required={required}
                  autoComplete="off"
                  value={values[name] ?? ''}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
                />
              )}
            </Field>
          ))}
          {body === undefined ? null : (
            <Field label={t('body')} error={isJson ? undefined : t('bad_json')}>
              {(aria) => (
                <TextArea {...aria} mono rows={10} value={body} onChange={({ target }) => setBody(target.value)} />
              )}
            </Field>
          )}
          <Field label={t('key')} hint={t('key_hint')} optional>
            {(aria) => (
              <PasswordInput
                {...aria}
                mono
                autoComplete="off"
                value={key}
                onChange={({ target }) => setKey(target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" variant="primary" pending={isSending}>
              {isSending ? t('sending') : t('send')}
            </Button>
          </div>
        </form>
        <div role="status" className="mt-3 flex flex-col gap-2">
          {answer ? (
            <p className="font-medium">
              {answer.status === 0 ? t('no_answer') : t('answered', { status: String(answer.status), ms: answer.ms })}
            </p>
          ) : null}
          {answer?.isShortened ? <p className="text-12 text-ink-2">{t('shortened')}</p> : null}
        </div>
        {answer && answer.text !== '' ? <CodeBlock code={answer.text} caption={t('answer')} maxHeight={420} /> : null}
      </Panel>
    </>
  );
}

function isReadable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function Samples({ call, command }: { call: Call; command: string }) {
  const t = useTranslations('sys.reference');
  const [language, setLanguage] = useState<'curl' | 'cli' | 'fetch'>('curl');
  const { origin } = window.location;
  const code = () => {
    if (language === 'cli') return command;
    return language === 'curl' ? curlOf(call, origin) : fetchOf(call, origin);
  };
  const segments = [
    { value: 'curl' as const, label: t('sample_curl') },
    { value: 'cli' as const, label: t('sample_cli') },
    { value: 'fetch' as const, label: t('sample_fetch') },
  ];
  return (
    <Panel
      title={t('examples')}
      actions={
        <Segmented name={t('sample')} size="small" value={language} onChange={setLanguage} segments={segments} />
      }
    >
      <CodeBlock code={code()} caption={t('examples')} />
    </Panel>
  );
}
