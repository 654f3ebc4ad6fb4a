-- Limits of ad libraries that a live source has reached.
CREATE TABLE library_ceilings (
  library text PRIMARY KEY,
  reached_at timestamptz NOT NULL,
  most integer NOT NULL
);
