/** Brings the build up to date. */
import { prepare } from './prepare.mjs';

prepare({ build: true });
