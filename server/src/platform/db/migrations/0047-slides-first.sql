-- As before, but a priority above 10 counts only between jobs of one organisation: slides that one uploads are read before
-- its own runs, and not before the runs of others. Jobs of less than `least_priority` can be left out.
drop function next_job_turn(uuid, uuid, text[], text[]);
create function next_job_turn(worker_id uuid, worker_incarnation uuid, worker_labels text[], passed_over text[],
  least_priority integer)
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
  select job_queue(l.organization_id, l.labels), l.priority,
    greatest(0, ceil(extract(epoch from l.run_after - now()) * 1000))::float8
  from lines l left join busy b on b.organization_id is not distinct from l.organization_id
  where l.run_after is not null and (least_priority is null or l.priority >= least_priority)
    and (cardinality(passed_over) = 0 or job_queue(l.organization_id, l.labels) <> all (passed_over))
    and exists (
      select from servers s where s.id = worker_id and s.incarnation = worker_incarnation and s.state = 'active'
    )
  order by greatest(l.run_after, now()), least(l.priority, 10) desc, greatest(l.turns_end, now()),
    coalesce(b.running, 0), l.turns_end nulls first, l.priority desc
  limit 1;
end $$;
revoke all on function next_job_turn from public;
grant execute on function next_job_turn to cresyl_system;
