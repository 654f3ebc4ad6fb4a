-- WebP images, which public boards and shared reports show beside the name.
ALTER TABLE users ADD COLUMN logo bytea
  CONSTRAINT users_logo_check CHECK (octet_length(logo) BETWEEN 1 AND 65536);
ALTER TABLE teams ADD COLUMN logo bytea
  CONSTRAINT teams_logo_check CHECK (octet_length(logo) BETWEEN 1 AND 65536);
