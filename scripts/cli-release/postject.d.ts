declare module 'postject' {
  /** Writes a resource into an executable in place. */
  export function inject(file: string, name: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>;
}
