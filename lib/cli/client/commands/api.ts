import { bodyFrom, printData, printStream } from '../call';
import { EXIT, Failure } from '../failure';
import { dataOf, send } from '../server';
import { type Extra, formatOf, targetOf } from '../session';

/** Calls any path of the API. */
export const api: Extra = {
  name: 'api',
  usage: { en: 'METHOD PATH [--body @file.json]', zh: '方法 路径 [--body @文件]' },
  summary: { en: 'call any path', zh: '调用任意接口' },
  flags: [],
  words: 2,
  async run(session) {
    const [, method = '', path = ''] = session.words;
    if (!/^(GET|POST|PUT|PATCH|DELETE)$/i.test(method) || !path.startsWith('/api/')) {
      throw new Failure(EXIT.usage, session.say('missing', { name: 'METHOD /api/…' }));
    }
    const format = formatOf(session);
    const body = session.flags.get('body')?.at(-1);
    const target = await targetOf(session);
    const sent = body === undefined ? undefined : await bodyFrom(body, session);
    const response = await send(target, method.toUpperCase(), path, sent);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (isJson || !response.ok)
      return printData(session, await dataOf(target, response), format === 'table' ? 'json' : format);
    await printStream(session, target, response);
  },
};
