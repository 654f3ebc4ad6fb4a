-- Saved ads show, and are filtered and sorted by, what the index says of them now. The copy stays as it was saved.

-- What the index last said of how the ad runs and what was measured of it; null where it does not know the ad.
ALTER TABLE saved_ad_snapshots ADD COLUMN measured jsonb;

-- The copies of the ads of a recording, in whichever scopes.
CREATE INDEX saved_ads_ad_hash_idx ON saved_ads (ad_hash);

-- Also the places that ads had in the orders of a scope before they were measured anew: several of one ad.
ALTER TABLE forgotten_ads DROP CONSTRAINT forgotten_ads_pkey;
CREATE INDEX forgotten_ads_id_idx ON forgotten_ads (id);

-- Saved ads whose measurements are to be read from the index again. A recording adds its ads before it writes to the
-- index and removes them when the copies are up to date, so that what a kill leaves is found here.
CREATE TABLE outdated_saved_ads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ad_hash text COLLATE "C" NOT NULL
);

INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
