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
    const stop = io.interruption ? AbortSignal.any([ended.signal, io.interruption()]) : ended.signal;
    await runAgent(io.env, (line) => void io.out(line), stop);
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
