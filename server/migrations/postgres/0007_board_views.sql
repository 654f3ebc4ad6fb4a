-- Views of published boards: each visitor of a day counts once, and nobody can tell afterwards who it was.

-- What a day's visitors are digested with. It is deleted with them, so that no digest can be tried out later.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

CREATE TABLE board_visitors (
  board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
  day date NOT NULL,
  visitor bytea NOT NULL CHECK (octet_length(visitor) = 32),
  PRIMARY KEY (board_id, day, visitor)
);

-- Old days are deleted.
CREATE INDEX board_visitors_day_idx ON board_visitors (day);
