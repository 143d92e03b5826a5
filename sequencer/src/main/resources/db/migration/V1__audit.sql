-- Every win as its record on nth.winners says it.
create table nth_winner (
  dedup_id      text           primary key,
  event_id      text           not null,
  seq           bigint         not null,
  user_id       text           not null,
  request_id    text           not null,
  requested_at  timestamptz(3) not null,
  determined_at timestamptz(3) not null,
  position      text           not null,
  unique (event_id, seq)
);

-- Every closing as its record on nth.promotions says it.
create table nth_closing (
  event_id      text           primary key,
  cause         text           not null,
  closed_at     timestamptz(3) not null,
  total_entries bigint         not null,
  winners       jsonb          not null,
  position      text           not null,
  dedup_id      text           not null unique
);
