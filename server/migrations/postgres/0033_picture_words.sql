-- Whether the words of the picture were added to the ad in the index, or cannot be read.
ALTER TABLE kept_media ADD COLUMN words_read boolean NOT NULL DEFAULT false;

CREATE INDEX kept_media_unread_idx ON kept_media (saved_ad_id)
  WHERE place = 0 AND compared AND NOT words_read;
