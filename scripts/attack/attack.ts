import type { Socket } from 'node:net';
import type { AnyJson } from '@/test/json';

/** What one caller could try to do to everybody; a file below `attacks/` exports it as `attack`. */
export type Attack = {
  /** As its file is called; for `--only`. */
  name: string;
  /** What stays true beside what every attack must leave true, in one sentence. */
  promises: string;
  /** Whether it asks for pages, which only the built product has: the short form, which needs no build, leaves it out. */
  needsPages?: true;
  /** Bounded in count and by `goesOn`; ends by itself soon after that. */
  run(target: Target): Promise<void>;
};

export type Sent = {
  /** One of `people`, signed in at their brand's host; nobody when not given. */
  as?: string;
  host?: string;
  body?: unknown;
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

/** `status` 0: the connection ended without an answer. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: AnyJson;
};

/** The Parapet under attack, as an attacker reaches it. */
export type Target = {
  url: string;
  port: number;
  /** How long the attack may last; a short run shows the same with less. */
  seconds: number;
  /** Whether that time is not over. */
  goesOn(): boolean;
  /** One request. An answer outside of the envelope is a broken promise. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Bearer token of one of `people`, signed in once. */
  token(user_name: string): Promise<string>;
  /** A connection of its own, from the attacker's address unless another loopback one is given; ended with the attack. */
  connect(from?: string): Socket;
  /** Reads a JSON answer as sent over a raw connection; one outside of the envelope is a broken promise. */
  expectEnvelope(text: string, where: string): void;
  /** Notes a promise that was broken. */
  expect(isKept: boolean, promise: string): void;
  /** Expects an answer of one of these statuses, or a refusal for now that says when to ask again. */
  expectAnswer(answer: Answer, statuses: readonly number[], what: string): void;
};

/** Addresses on loopback, so that what is bounded by address meets two of them. */
export const ATTACKER = '127.0.0.1';
export const VICTIM = '127.0.0.2';
