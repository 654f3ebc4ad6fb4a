-- Which advertisers a person follows. One that no ad is known of can be followed too: its identifier is made of its
-- name, so that it is the same when its first ad comes.
CREATE TABLE follows (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  advertiser_id bigint NOT NULL,
  -- As this person wrote it at first; the index may know it in other letters.
  name text NOT NULL CHECK (name <> ''),
  followed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, advertiser_id)
);

-- Who follows this advertiser.
CREATE INDEX follows_advertiser_id_idx ON follows (advertiser_id);
