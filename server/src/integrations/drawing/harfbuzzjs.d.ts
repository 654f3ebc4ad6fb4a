/** The used part of a package without types. */
declare module 'harfbuzzjs' {
  export interface Harfbuzz {
    createBlob(bytes: Uint8Array): { destroy(): void };
    createFace(blob: object, index: number): HarfbuzzFace;
    createFont(face: object): HarfbuzzFont;
    createBuffer(): {
      addText(text: string): void;
      guessSegmentProperties(): void;
      setDirection(direction: 'ltr' | 'rtl'): void;
      json(): { g: number; cl: number; ax: number; dx: number; dy: number }[];
      destroy(): void;
    };
    shape(font: HarfbuzzFont, buffer: object): void;
  }

  export interface HarfbuzzFace {
    readonly upem: number;
    collectUnicodes(): Uint32Array;
    destroy(): void;
  }

  export interface HarfbuzzFont {
    glyphToPath(glyph: number): string;
    destroy(): void;
  }
}
