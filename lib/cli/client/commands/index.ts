import type { Extra } from '../session';
import { api } from './api';
import { completion } from './completion';
import { configuration } from './configuration';
import { eventsTail } from './events-tail';
import { login } from './login';
import { node, nodeBegin, nodeInstall, nodeTry } from './node';
import { profile } from './profile';
import { version } from './version';

/** Subcommands that are no endpoint. */
export const extras: readonly Extra[] = [
  api,
  login,
  ...configuration,
  eventsTail,
  completion,
  profile,
  // The longer names first, as they begin with the shorter one.
  nodeInstall,
  nodeTry,
  nodeBegin,
  node,
  version,
];
