import { EXIT, Failure } from '../failure';
import { type Extra, type ExtraFlag, last, type Session, targetOf } from '../session';

const FOLDER: ExtraFlag = {
  flag: 'folder',
  summary: { en: 'the folder of the files, also -f', zh: '文件所在目录，也可写作 -f' },
};
const USER: ExtraFlag = {
  flag: 'user',
  summary: { en: 'only what belongs to this user; repeat it for several', zh: '只处理属于该用户的对象，可重复给出' },
};
const PRUNE: ExtraFlag = {
  flag: 'prune',
  summary: { en: 'also delete what the other side does not have', zh: '同时删除另一侧没有的内容' },
};
const YES: ExtraFlag = { flag: 'yes', summary: { en: 'ask nothing', zh: '不再询问' } };

function askedOf(session: Session) {
  const folder = last(session, 'folder');
  if (!folder) throw new Failure(EXIT.usage, session.say('missing', { name: '-f DIR' }));
  return { folder, prune: session.flags.has('prune'), owners: session.flags.get('user') ?? [] };
}

/** What loads schemas is loaded by those who need it: no other command waits for that. */
const load = () => import('@/lib/cli/apply/main');

const usage = (more: string) => ({ en: `-f DIR ${more}`, zh: `-f 目录 ${more.replaceAll('NAME', '名称')}` });

/** Configuration as files: what a server has, what differs, and making it so. */
export const configuration: readonly Extra[] = [
  {
    name: 'export',
    usage: usage('[--user NAME] [--prune]'),
    summary: { en: 'write policies, lists and domains into files', zh: '将策略、名单和域名写入文件' },
    flags: [FOLDER, USER, PRUNE],
    words: 0,
    async run(session) {
      const asked = askedOf(session);
      return (await load()).exportTo(session, await targetOf(session), asked);
    },
  },
  {
    name: 'diff',
    usage: usage('[--user NAME] [--prune]'),
    summary: { en: 'what apply would do', zh: '查看 apply 将执行的变更' },
    flags: [FOLDER, USER, PRUNE],
    words: 0,
    async run(session) {
      const asked = askedOf(session);
      return (await load()).diffWith(session, await targetOf(session), asked);
    },
  },
  {
    name: 'apply',
    usage: usage('[--user NAME] [--prune] [--yes]'),
    summary: { en: 'make the server what the files say', zh: '使服务器与文件一致' },
    flags: [FOLDER, USER, PRUNE, YES],
    words: 0,
    async run(session) {
      const asked = askedOf(session);
      return (await load()).applyFrom(session, await targetOf(session), asked, session.flags.has('yes'));
    },
  },
];
