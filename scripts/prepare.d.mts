export const root: string;
export function run(command: string, args: string[], env?: Record<string, string>): void;
export function install(): void;
export function prepare(options: { build: boolean }): void;
