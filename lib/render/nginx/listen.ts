import { isIPv6 } from 'node:net';
import type { NodeSettings } from './content';
import { word } from './escape';

/** What comes before the port where nginx is told to listen, for each address. */
export const listenPrefixes = ({ listen }: Pick<NodeSettings, 'listen'>): string[] =>
  listen.length > 0
    ? listen.map((address) => (isIPv6(address) ? `[${word(address)}]:` : `${word(address)}:`))
    : ['', '[::]:'];
