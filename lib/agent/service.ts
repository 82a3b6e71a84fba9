import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isSea } from 'node:sea';
import { written } from './objects';
import { previousOf } from './probation';
import { readSettings, SETTINGS } from './settings';

export const SERVICE = 'parapet-node';

const UNIT = '/etc/systemd/system';
const SETTINGS_FILE = '/etc/parapet-node.env';

/**
 * nginx is started by the agent and serves on without it, so that only the agent itself is ended with its unit. After an upgrade the version
 * before counts the starts of the new one; without one there is nothing to count.
 */
export const unitOf = (program: string): string => `[Unit]
Description=Parapet agent, has nginx run what the management plane wants of this node
After=network-online.target
Wants=network-online.target

[Service]
EnvironmentFile=${SETTINGS_FILE}
ExecStartPre=-${previousOf(program)} node begin
ExecStart=${program} node
Restart=always
RestartSec=5
KillMode=process
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`;

/** The settings of an environment as systemd reads them. Throws where one has a line end, which no setting has. */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): string {
  return SETTINGS.filter((name) => env[name])
    .map((name) => {
      const value = env[name] ?? '';
      if (/[\n\r\0]/.test(value)) throw new Error(`${name}: expected one line`);
      return `${name}="${value.replace(/["\\$`]/g, '\\$&')}"\n`;
    })
    .join('');
}

/**
 * Writes the unit and its settings, which only root can read, and starts it. Answers what is wrong, if anything; with wrong settings nothing is
 * written.
 * `root` is where the files of the machine are.
 */
export function installService(
  env: Readonly<Record<string, string | undefined>>,
  {
    root = '/',
    program = isSea() ? process.execPath : undefined,
  }: { root?: string; program?: string | undefined } = {},
): string | undefined {
  if (!program) return 'Only the installed parapet can be run by systemd; see /api/cli/install.sh of your Parapet.';
  if (!existsSync(path.join(root, UNIT))) return `There is no ${UNIT}: this machine has no systemd.`;
  try {
    // What is wrong with the settings is better known now than in the journal.
    readSettings(env);
    written(path.join(root, SETTINGS_FILE), settingsOf(env));
  } catch (error) {
    return (error as Error).message;
  }
  written(path.join(root, UNIT, `${SERVICE}.service`), unitOf(program), 0o644);
  for (const args of [['daemon-reload'], ['enable', SERVICE], ['restart', SERVICE]]) {
    const { status, stderr, error } = spawnSync('systemctl', args, {
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status !== 0) return `systemctl ${args.join(' ')}: ${error?.message ?? stderr.trim()}`;
  }
  return undefined;
}
