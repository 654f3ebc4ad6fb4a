-- The typeface of a product's templates; those that exist keep the one that they are drawn in.
ALTER TABLE clone_products ADD COLUMN font text NOT NULL DEFAULT 'sans'
  CONSTRAINT clone_products_font_check CHECK (font IN ('sans', 'geometric', 'rounded', 'serif', 'condensed'));
