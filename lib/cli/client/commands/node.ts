import { firstAborted } from '@/lib/runtime/first-aborted';
import { EXIT, Failure } from '../failure';
import type { Extra } from '../session';

/** The agent of a node (docs/nodes.md). It is loaded when it is asked for, as the rest of the program needs none of it. */
export const node: Extra = {
  name: 'node',
  usage: { en: '', zh: '' },
  summary: { en: 'run the agent of a node on this machine', zh: '在本机运行节点代理' },
  flags: [],
  words: 0,
  async run({ io }) {
    const { runAgent } = await import('@/lib/agent/run');
    const ended = new AbortController();
    process.once('SIGTERM', () => ended.abort());
    const stop = firstAborted(ended.signal, io.interruption?.()).signal;
    await runAgent(io.env, { version: io.version, write: (line) => void io.out(line) }, stop);
  },
};

/** What an agent asks of a new version before it is put into its place. */
export const nodeTry: Extra = {
  name: 'node try',
  usage: { en: '', zh: '' },
  summary: {
    en: 'run one round of the agent, as an upgrade does first',
    zh: '只运行一轮节点代理，升级前即以此检验',
  },
  flags: [],
  words: 0,
  async run({ io }) {
    const { tryAgent } = await import('@/lib/agent/run');
    // The agent that tries this version holds its input open; without it two agents would soon run.
    process.stdin.once('end', () => process.exit(EXIT.failed)).resume();
    await tryAgent(io.env, { version: io.version, write: io.err }, new AbortController().signal);
    process.stdin.destroy();
  },
};

/** Asked of the version before a start of the one that replaced it. */
export const nodeBegin: Extra = {
  name: 'node begin',
  usage: { en: '', zh: '' },
  summary: {
    en: 'count a start of the new version, and go back where it does not stay up',
    zh: '记录新版本的一次启动；若新版本无法持续运行，则换回本版本',
  },
  flags: [],
  words: 0,
  async run({ io }) {
    const { countStart } = await import('@/lib/agent/run');
    countStart(io.env, process.execPath);
  },
};

/** Has systemd start the agent now and with the machine. */
export const nodeInstall: Extra = {
  name: 'node install',
  usage: { en: '', zh: '' },
  summary: {
    en: 'have systemd run the agent of a node, with the settings of now',
    zh: '以当前环境变量为设置，交由 systemd 运行节点代理',
  },
  flags: [],
  words: 0,
  async run({ io, say }) {
    const { installService, SERVICE } = await import('@/lib/agent/service');
    const wrong = installService(io.env);
    if (wrong) throw new Failure(EXIT.usage, wrong);
    io.err(`${say('installed', { name: SERVICE })}\n`);
  },
};
