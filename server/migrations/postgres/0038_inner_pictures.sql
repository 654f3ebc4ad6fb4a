-- Stored pictures are compared without their edge too, so that cut copies are found.
ALTER TABLE kept_files ADD COLUMN inner_pdq text
  CONSTRAINT kept_files_inner_pdq_check CHECK (inner_pdq ~ '^[0-9a-f]{64}$');

-- Compares pictures again that have the hash of the whole only.
UPDATE kept_media SET compared = false
WHERE place = 0 AND compared AND sha256 IN (SELECT sha256 FROM kept_files WHERE pdq IS NOT NULL);
