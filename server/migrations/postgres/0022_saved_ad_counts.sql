-- How many saved ads of a scope have each combination of values. Without it, the total of a filtered list reads all ads that match.
CREATE TABLE saved_ad_counts (
  scope text NOT NULL,
  -- Of the five values: their texts may be longer than an index allows.
  digest uuid NOT NULL,
  is_partnership boolean NOT NULL,
  format text NOT NULL,
  language text,
  ad_type text,
  platforms text[] NOT NULL,
  ads bigint NOT NULL,
  PRIMARY KEY (scope, digest)
);

CREATE OR REPLACE FUNCTION saved_digest(
  is_partnership boolean, format text, language text, ad_type text, platforms text[]
) RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT md5(jsonb_build_array(is_partnership, format, language, ad_type, platforms)::text)::uuid
$$;

-- One statement for all rows, as for single values. Counts that reach zero are deleted.
CREATE OR REPLACE FUNCTION count_saved_ads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_counts AS known (scope, digest, is_partnership, format, language, ad_type, platforms, ads)
    SELECT scope, saved_digest(is_partnership, format, language, ad_type, platforms),
      is_partnership, format, language, ad_type, platforms, count(*) * TG_ARGV[0]::bigint
    FROM changed
    GROUP BY scope, is_partnership, format, language, ad_type, platforms
    ORDER BY 1, 2
    ON CONFLICT (scope, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_counts WHERE ctid = ANY (unused);
  RETURN NULL;
END
$$;

-- Most updates are new measurements, which change no count.
CREATE OR REPLACE FUNCTION count_changed_ads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_counts AS known (scope, digest, is_partnership, format, language, ad_type, platforms, ads)
    SELECT given.scope, saved_digest(given.is_partnership, given.format, given.language, given.ad_type, given.platforms),
      given.is_partnership, given.format, given.language, given.ad_type, given.platforms, sum(given.ads)
    FROM former JOIN changed USING (id), LATERAL (VALUES
      (former.scope, former.is_partnership, former.format, former.language, former.ad_type, former.platforms, -1),
      (changed.scope, changed.is_partnership, changed.format, changed.language, changed.ad_type, changed.platforms, 1)
    ) AS given (scope, is_partnership, format, language, ad_type, platforms, ads)
    WHERE (former.scope, former.is_partnership, former.format, former.language, former.ad_type, former.platforms)
      IS DISTINCT FROM
      (changed.scope, changed.is_partnership, changed.format, changed.language, changed.ad_type, changed.platforms)
    GROUP BY given.scope, given.is_partnership, given.format, given.language, given.ad_type, given.platforms
    HAVING sum(given.ads) <> 0
    ORDER BY 1, 2
    ON CONFLICT (scope, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_counts WHERE ctid = ANY (unused);
  RETURN NULL;
END
$$;

CREATE TRIGGER saved_ads_inserted_count AFTER INSERT ON saved_ads REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_saved_ads('1');

CREATE TRIGGER saved_ads_deleted_count AFTER DELETE ON saved_ads REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_saved_ads('-1');

CREATE TRIGGER saved_ads_updated_count AFTER UPDATE ON saved_ads REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ads();

INSERT INTO saved_ad_counts (scope, digest, is_partnership, format, language, ad_type, platforms, ads)
SELECT scope, saved_digest(is_partnership, format, language, ad_type, platforms),
  is_partnership, format, language, ad_type, platforms, count(*)
FROM saved_ads
GROUP BY scope, is_partnership, format, language, ad_type, platforms;
