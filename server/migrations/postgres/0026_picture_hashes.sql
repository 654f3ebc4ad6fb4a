-- Stored pictures are compared by their PDQ hash.
ALTER TABLE kept_files ADD COLUMN pdq text CONSTRAINT kept_files_pdq_check CHECK (pdq ~ '^[0-9a-f]{64}$');

-- Whether the picture was added to the creatives of the ad in the index.
ALTER TABLE kept_media ADD COLUMN compared boolean NOT NULL DEFAULT false;

CREATE INDEX kept_media_uncompared_idx ON kept_media (saved_ad_id)
  WHERE place = 0 AND sha256 IS NOT NULL AND NOT compared;
