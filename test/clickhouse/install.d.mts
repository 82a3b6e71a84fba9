export const engineFolder: string;
export function installEngine(): void;
