-- Worker processes. A worker is alive while its beat goes on; a new incarnation releases everything the old one held.
create table servers (
  id uuid primary key,
  incarnation uuid not null,
  name text not null,
  roles text[] not null,
  labels text[] not null,
  version text not null,
  state text not null default 'active' check (state in ('active', 'draining', 'gone')),
  cores integer not null,
  memory_bytes bigint not null,
  -- Jobs that it runs at once.
  slots integer not null,
  beat bigint not null default 0,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);
alter table servers enable row level security;
create policy anyone on servers to cresyl_app using (true);
create policy system on servers to cresyl_system using (true);
grant select on servers to cresyl_app;
grant select, insert, update, delete on servers to cresyl_system;
select announce_table('servers');

-- Work that takes long, and the queue of it: workers take their jobs from this table. Only the holder of (id, attempt)
-- may write the result of an attempt.
create table jobs (
  id uuid primary key,
  -- Null for jobs of the platform itself.
  organization_id uuid references organizations (id),
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  priority integer not null default 0,
  -- What a server must have to run it, sorted; each set of labels is a queue of its own.
  labels text[] not null default '{}',
  -- The file or slide that it is about.
  subject_id uuid,
  parent_id uuid,
  -- A parent never runs: its state follows from those of its children.
  is_parent boolean not null default false,
  -- How many slides or files a child of a batch counts for; 0 for one that has split into others.
  weight integer not null default 1 check (weight >= 0),
  stage text,
  -- From 0 to 1; null until known.
  progress real check (progress between 0 and 1),
  finishes_at timestamptz,
  -- The result, or why it waits, in a sentence.
  message text,
  attempt integer not null default 1,
  max_attempts integer not null check (max_attempts > 0),
  run_after timestamptz not null default now(),
  -- The end of the organisation's turn with this job, by its cost: each turn starts where the one before it ended.
  turn_ends timestamptz,
  server_id uuid,
  incarnation uuid,
  cancel_requested_at timestamptz,
  cancel_requested_by uuid,
  created_by uuid,
  -- The W3C trace of the request that created it.
  trace text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, parent_id) references jobs (organization_id, id),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
  check (is_parent or (state = 'running') = (incarnation is not null))
);
create index jobs_waiting on jobs (labels, priority desc, organization_id, run_after)
  where state = 'queued' and not is_parent;
create index jobs_running on jobs (server_id) where state = 'running' and not is_parent;
create index jobs_by_time on jobs (organization_id, created_at desc, id desc);
create index jobs_by_turn on jobs (organization_id, turn_ends desc) where turn_ends is not null;
create index jobs_by_parent on jobs (parent_id, state) include (weight) where parent_id is not null;
create index jobs_by_subject on jobs (organization_id, subject_id) where subject_id is not null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;
create index jobs_failed on jobs (organization_id, finished_at desc) where state = 'failed' and parent_id is null;
-- Counts by kind and state, without the parts of batches.
create index jobs_by_kind on jobs (organization_id, kind, state) include (created_by, subject_id)
  where parent_id is null;
select secure_table('jobs', app => 'select, insert, update', system => 'select, insert, update, delete');
select announce_table('jobs');

create table job_log_lines (
  n bigint generated always as identity primary key,
  organization_id uuid references organizations (id),
  job_id uuid not null,
  attempt integer not null,
  level text not null check (level in ('info', 'warn', 'error')),
  text text not null,
  at timestamptz not null
);
create index job_log_lines_by_job on job_log_lines (job_id, n);
select secure_table('job_log_lines', app => 'select', system => 'select, insert, delete');

-- What comes round by itself, and when the latest of it was due.
create table schedule (
  kind text primary key,
  last_due_at timestamptz not null
);
select secure_table('schedule', system => 'select, insert, update');

-- The line whose turn it is: the waiting jobs of one organisation with one set of labels and one priority. Of the lines
-- that a worker with these labels may serve, that of the highest priority comes first, where a priority above 10 counts
-- only between jobs of one organisation (its uploads are read before its own runs, but not before the runs of others).
-- Within a priority comes the organisation whose turns ended first: a few large jobs wait as long as many small ones.
-- Where no turn lasts until now, it is the organisation with the fewest running jobs, then the one that was served
-- least recently. Jobs below `least_priority` can be left out, and those in `passed_over`, which holds
-- [organization_id, labels].
--
-- Each step of the recursions is one look into the index jobs_waiting for the next different value, so that the number
-- of jobs that wait behind the first of each organisation does not matter. They are ordered by all columns of the
-- index, though some are fixed: comparing arrays is not leakproof, which keeps the planner from seeing under row-level
-- security that the index has that order already. A function, because planning it takes longer than running it.
create function next_job_turn(worker_id uuid, worker_incarnation uuid, worker_labels text[], passed_over jsonb[],
  least_priority integer)
  -- wait is in milliseconds.
  returns table (organization_id uuid, labels text[], priority integer, wait float8)
  language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with recursive sets as (
    (select j.labels from jobs j where j.state = 'queued' and not j.is_parent order by j.labels limit 1)
    union all
    select (
      select j.labels from jobs j where j.state = 'queued' and not j.is_parent and j.labels > s.labels
      order by j.labels limit 1
    )
    from sets s where s.labels is not null
  ),
  levels as (
    select s.labels, (
      select j.priority from jobs j where j.state = 'queued' and not j.is_parent and j.labels = s.labels
      order by j.labels, j.priority desc limit 1
    ) as priority
    from sets s where s.labels <@ worker_labels
    union all
    select l.labels, (
      select j.priority from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = l.labels and j.priority < l.priority
      order by j.labels, j.priority desc limit 1
    )
    from levels l where l.priority is not null
  ),
  owners as (
    select l.labels, l.priority, (
      select j.organization_id from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = l.labels and j.priority = l.priority
        and j.organization_id is not null
      order by j.labels, j.priority desc, j.organization_id limit 1
    ) as organization_id
    from levels l where l.priority is not null
    union all
    select o.labels, o.priority, (
      select j.organization_id from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = o.labels and j.priority = o.priority
        and j.organization_id > o.organization_id
      order by j.labels, j.priority desc, j.organization_id limit 1
    )
    from owners o where o.organization_id is not null
  ),
  lines as materialized (
    select o.labels, o.priority, o.organization_id, (
      select j.run_after from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = o.labels and j.priority = o.priority
        and j.organization_id = o.organization_id
      order by j.labels, j.priority desc, j.organization_id, j.run_after limit 1
    ) as run_after, (
      select j.turn_ends from jobs j
      where j.organization_id = o.organization_id and j.turn_ends is not null
      order by j.turn_ends desc limit 1
    ) as turns_end
    from owners o where o.organization_id is not null
    union all
    select l.labels, l.priority, null, (
      select j.run_after from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = l.labels and j.priority = l.priority
        and j.organization_id is null
      order by j.labels, j.priority desc, j.organization_id, j.run_after limit 1
    ), (
      select j.turn_ends from jobs j
      where j.organization_id is null and j.turn_ends is not null
      order by j.turn_ends desc limit 1
    )
    from levels l where l.priority is not null
  ),
  busy as (
    select j.organization_id, count(*) as running from jobs j
    where j.state = 'running' and not j.is_parent group by j.organization_id
  )
  select l.organization_id, l.labels, l.priority,
    greatest(0, ceil(extract(epoch from l.run_after - now()) * 1000))::float8
  from lines l left join busy b on b.organization_id is not distinct from l.organization_id
  where l.run_after is not null and (least_priority is null or l.priority >= least_priority)
    and jsonb_build_array(l.organization_id, l.labels) <> all (passed_over)
    and exists (
      select from servers s where s.id = worker_id and s.incarnation = worker_incarnation and s.state = 'active'
    )
  order by greatest(l.run_after, now()), least(l.priority, 10) desc, greatest(l.turns_end, now()),
    coalesce(b.running, 0), l.turns_end nulls first, l.priority desc
  limit 1;
end $$;
revoke all on function next_job_turn from public;
grant execute on function next_job_turn to cresyl_system;
