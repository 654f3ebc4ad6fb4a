-- Videos of saved ads are kept like their pictures.
ALTER TABLE kept_media ADD COLUMN is_video boolean NOT NULL DEFAULT false;
