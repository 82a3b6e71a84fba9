/** Types of the part of `subset-font` that is used here; the package has none. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default: number };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' | 'woff2'; variationAxes?: Record<string, Axis>; preserveNameIds?: number[] },
  ): Promise<Buffer>;
}
