/** What a region of an ad's picture is. */
export type RegionRole = 'picture' | 'headline' | 'text' | 'offer' | 'button' | 'brand' | 'band';

/** Positions and sizes are shares of the picture's width and height. */
export interface ReferenceRegion {
  readonly role: RegionRole;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly align: 'left' | 'center';
  /** Of texts: the font size as a percentage of the side of a square with the picture's area. */
  readonly size: number;
  /** Of bands, buttons and badges: the OKLCH lightness of their colour; null for text without a colour of its own behind it. */
  readonly lightness: number | null;
  /** Of pictures: whether it fills its rectangle, unlike a product on a plain background. */
  readonly isFramed: boolean;
}

/** Where the picture of an ad shows what. Stored with an image as of the request. */
export interface ReferenceLayout {
  /** OKLCH lightness of the largest plain area. */
  readonly lightness: number;
  /** From top to bottom, then from left to right. */
  readonly regions: readonly ReferenceRegion[];
}
