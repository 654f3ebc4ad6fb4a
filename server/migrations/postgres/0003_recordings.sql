-- Recordings of ads are numbered, over all nodes: what was answered from the index holds until the next one.
CREATE TABLE recordings (
  -- One row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  newest bigint NOT NULL
);

INSERT INTO recordings (newest) VALUES (0);
