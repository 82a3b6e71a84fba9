import type { RejectReason } from '../events/vocabulary';

/** Why a line could not be read; the reason is stored with the line and counted in the report. */
export class ParseError extends Error {
  constructor(readonly reason: RejectReason) {
    super(reason);
  }
}
