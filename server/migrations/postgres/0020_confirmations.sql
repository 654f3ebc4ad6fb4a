-- Measurements of saved ads contain when the ad was last confirmed; those of all copies are read from the index again.
INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
