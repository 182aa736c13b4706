-- Work that takes long. This row is the truth for people and for whoever runs it; the queue only says that
-- there is something to take up. Nobody but the holder of (id, attempt) may write what comes of an attempt.
create table jobs (
  id uuid primary key,
  -- Null for what the platform does for itself.
  organization_id uuid references organizations (id),
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  priority integer not null default 0,
  -- What a machine must have to run it, sorted; each set of labels is a queue of its own.
  labels text[] not null default '{}',
  -- What it is about: a file, a slide.
  subject_id uuid,
  parent_id uuid,
  -- Stands for its children: nobody runs it, their states make its own.
  is_parent boolean not null default false,
  stage text,
  -- From 0 to 1; null until known.
  progress real check (progress between 0 and 1),
  finishes_at timestamptz,
  -- What came of it, or why it waits, in a sentence.
  message text,
  attempt integer not null default 1,
  max_attempts integer not null check (max_attempts > 0),
  run_after timestamptz not null default now(),
  server_id uuid,
  incarnation uuid,
  cancel_requested_at timestamptz,
  cancel_requested_by uuid,
  created_by uuid,
  -- The W3C trace of the request that asked for it.
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
create index jobs_waiting on jobs (labels, priority desc, organization_id, run_after) where state = 'queued' and not is_parent;
create index jobs_running on jobs (server_id) where state = 'running' and not is_parent;
create index jobs_by_time on jobs (organization_id, created_at desc, id desc);
create index jobs_by_turn on jobs (organization_id, started_at desc) where started_at is not null;
create index jobs_by_parent on jobs (parent_id, state) where parent_id is not null;
create index jobs_by_subject on jobs (organization_id, subject_id) where subject_id is not null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;
alter table jobs enable row level security;
create policy own on jobs to cresyl_app using (organization_id = current_organization());
create policy system on jobs to cresyl_system using (true);
grant select, insert, update on jobs to cresyl_app;
grant select, insert, update, delete on jobs to cresyl_system;

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
alter table job_log_lines enable row level security;
create policy own on job_log_lines to cresyl_app using (organization_id = current_organization());
create policy system on job_log_lines to cresyl_system using (true);
grant select on job_log_lines to cresyl_app;
grant select, insert, delete on job_log_lines to cresyl_system;

-- A line of its own for each organisation and each set of labels: who has many waiting costs the others nothing.
create function job_queue(organization_id uuid, labels text[]) returns text
  language sql stable
as $$ select 'jobs/' || coalesce(organization_id::text, 'platform') || array_to_string(array[''] || labels, '/') $$;

-- Puts a ticket for the job's current attempt into the queue, in the transaction that made it wait: pg-boss hands
-- each ticket to one worker. The only way into the queue for those who may not touch its tables.
create function send_job(job_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  job jobs;
  line text;
begin
  select * into job from jobs
    where id = job_id and state = 'queued' and not is_parent
      and (current_organization() is null or organization_id = current_organization());
  if not found then return; end if;
  line := job_queue(job.organization_id, job.labels);
  if not exists (select from pgboss.queue where name = line) then
    perform pgboss.create_queue(line, '{"policy": "standard"}');
  end if;
  -- A ticket has the id of its job, so that there is never more than one, and waits as long as it has to:
  -- pg-boss must not throw it away.
  insert into pgboss.job_common (id, name, data, priority, start_after, keep_until, policy)
    values (job.id, line, jsonb_build_object('job', job.id, 'attempt', job.attempt), job.priority, job.run_after,
      'infinity', 'standard')
    on conflict (name, id) do update set data = excluded.data, priority = excluded.priority, state = 'created',
      start_after = excluded.start_after, created_on = excluded.created_on;
  perform pg_notify('cresyl_jobs', line);
end $$;
revoke all on function send_job from public;
grant execute on function send_job to cresyl_app, cresyl_system;

-- Takes back the ticket of a job that waits no longer. One that a worker holds at this moment is left to it:
-- waiting for each other they would never end.
create function withdraw_job(job_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  job jobs;
begin
  select * into job from jobs
    where id = job_id and state <> 'queued'
      and (current_organization() is null or organization_id = current_organization());
  if not found then return; end if;
  delete from pgboss.job_common t using (
    select name, id from pgboss.job_common
    where name = job_queue(job.organization_id, job.labels) and id = job_id for update skip locked
  ) ticket where t.name = ticket.name and t.id = ticket.id;
end $$;
revoke all on function withdraw_job from public;
grant execute on function withdraw_job to cresyl_app, cresyl_system;

-- Whose job comes next for a worker with these labels: the highest priority first; within it the organisation with
-- the fewest running jobs, then the one that was served least recently. Each step of the recursions is one look into
-- the index jobs_waiting for the next different value, so that it doesn't matter how many jobs wait behind the first
-- of each organisation. They are ordered by all its columns, though some are fixed: comparing arrays isn't leakproof,
-- which keeps the planner from seeing under row-level security that the index is in that order already. A function,
-- because planning it takes longer than running it.
create function next_job_turn(worker_id uuid, worker_incarnation uuid, worker_labels text[], passed_over text[])
  -- wait: milliseconds until it may run.
  returns table (queue text, priority integer, wait float8)
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
      select j.started_at from jobs j
      where j.organization_id = o.organization_id and j.started_at is not null
      order by j.started_at desc limit 1
    ) as served_at
    from owners o where o.organization_id is not null
    union all
    select l.labels, l.priority, null, (
      select j.run_after from jobs j
      where j.state = 'queued' and not j.is_parent and j.labels = l.labels and j.priority = l.priority
        and j.organization_id is null
      order by j.labels, j.priority desc, j.organization_id, j.run_after limit 1
    ), (
      select j.started_at from jobs j
      where j.organization_id is null and j.started_at is not null
      order by j.started_at desc limit 1
    )
    from levels l where l.priority is not null
  ),
  busy as (
    select j.organization_id, count(*) as running from jobs j
    where j.state = 'running' and not j.is_parent group by j.organization_id
  )
  select job_queue(l.organization_id, l.labels), l.priority,
    greatest(0, ceil(extract(epoch from l.run_after - now()) * 1000))::float8
  from lines l left join busy b on b.organization_id is not distinct from l.organization_id
  where l.run_after is not null
    and (cardinality(passed_over) = 0 or job_queue(l.organization_id, l.labels) <> all (passed_over))
    and exists (
      select from servers s where s.id = worker_id and s.incarnation = worker_incarnation and s.state = 'active'
    )
  order by greatest(l.run_after, now()), l.priority desc, coalesce(b.running, 0), l.served_at nulls first
  limit 1;
end $$;
revoke all on function next_job_turn from public;
grant execute on function next_job_turn to cresyl_system;

-- A worker is alive as long as its beat goes on; a new incarnation of it lets go of everything the old one held.
delete from servers;
alter table servers
  add column incarnation uuid not null,
  add column beat bigint not null default 0,
  add column state text not null default 'active' check (state in ('active', 'draining', 'gone')),
  add column cores integer not null,
  add column memory_bytes bigint not null,
  -- How many jobs it runs at once.
  add column slots integer not null;
