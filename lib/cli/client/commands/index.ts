import type { Extra } from '../session';
import { api } from './api';
import { completion } from './completion';
import { profile } from './profile';
import { version } from './version';

/** Subcommands that are no endpoint, one file each. */
export const extras: readonly Extra[] = [api, completion, profile, version];
