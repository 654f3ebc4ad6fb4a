-- Saved ads are sorted by the days that they ran too. Infinity until the measurements of existing ones are read again.
ALTER TABLE saved_ads ADD COLUMN days_key double precision DEFAULT 'Infinity' NOT NULL;
ALTER TABLE forgotten_ads ADD COLUMN days_key double precision DEFAULT 'Infinity' NOT NULL;

CREATE INDEX saved_ads_days_idx ON saved_ads (scope, days_key, ad_hash);

INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
