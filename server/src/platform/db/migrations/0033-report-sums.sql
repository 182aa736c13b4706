-- What each month of an organisation's time zone brought, so that reports about years don't look at every row of them.
create table report_sums (
  organization_id uuid not null references organizations (id),
  -- Of the rows that are counted: slides, files, checks, runs, downloads.
  source text not null,
  measure text not null,
  -- What the rows are told apart by, and the one that these belong to: null where they belong to none.
  told_by text not null,
  month timestamptz not null,
  key text,
  rows bigint not null,
  total bigint not null,
  -- In order, where percentiles are told of them.
  seconds double precision[],
  -- Which day of the month each of these is of.
  days smallint[]
);
-- Unpacking them would take longer than everything that is done with them.
alter table report_sums alter seconds set storage external, alter days set storage external;
create index report_sums_by_month on report_sums (organization_id, measure, told_by, month)
  include (key, rows, total);
create index report_sums_of_source on report_sums (organization_id, source, month);
alter table report_sums enable row level security;
create policy own on report_sums to cresyl_app using (organization_id = current_organization());
create policy system on report_sums to cresyl_system using (true);
grant select, insert, delete on report_sums to cresyl_app;

-- Up to when the months of a source are added up, and in which time zone they begin.
create table report_reach (
  organization_id uuid not null references organizations (id),
  source text not null,
  time_zone text not null,
  upto timestamptz not null,
  primary key (organization_id, source)
);
alter table report_reach enable row level security;
create policy own on report_reach to cresyl_app using (organization_id = current_organization());
create policy system on report_reach to cresyl_system using (true);
grant select, insert, update on report_reach to cresyl_app;

-- When rows happened that have been added, changed or removed since their month was added up: written in the same
-- transaction, so that whoever sees the change sees that the sum is stale.
create table report_changes (
  organization_id uuid not null,
  source text not null,
  at timestamptz not null
);
create index report_changes_by_source on report_changes (organization_id, source, at);
alter table report_changes enable row level security;
create policy own on report_changes to cresyl_app using (organization_id = current_organization());
create policy system on report_changes to cresyl_system using (true);
grant select, delete on report_changes to cresyl_app;
grant select on report_changes to cresyl_system;

create function note_report_changes(organization uuid, source text, variadic moments timestamptz[]) returns void
  language sql set search_path = public, pg_temp
as $$
  insert into report_changes (organization_id, source, at)
  select distinct organization, source, moment from unnest(moments) as moment where moment is not null
$$;

create function note_slide() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  slide slides;
begin
  if tg_op = 'DELETE' then
    slide := old;
  else
    slide := new;
  end if;
  perform note_report_changes(slide.organization_id, 'slides', old.created_at, new.created_at);
  if tg_op = 'UPDATE' and (old.project_id, old.tissue_id, old.stainer_id, old.deleted_at, old.file_id)
      is not distinct from (new.project_id, new.tissue_id, new.stainer_id, new.deleted_at, new.file_id) then
    return null;
  end if;
  -- Whatever is of the slide is where it is, and goes with it.
  insert into report_changes (organization_id, source, at)
    select organization_id, 'files', created_at from files where id in (old.file_id, new.file_id)
    union select organization_id, 'checks', moment
      from qc_jobs, unnest(array[created_at, finished_at, overridden_at]) as moment
      where organization_id = slide.organization_id and slide_id = slide.id and moment is not null
    union select organization_id, 'runs', moment
      from inference_jobs, unnest(array[created_at, finished_at]) as moment
      where organization_id = slide.organization_id and slide_id = slide.id and moment is not null
    union select organization_id, 'downloads', created_at from downloads
      where organization_id = slide.organization_id and slide_id = slide.id;
  return null;
end $$;

create function note_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'files', old.created_at, new.created_at);
  return null;
end $$;

create function note_check() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'checks',
    old.created_at, old.finished_at, old.overridden_at, new.created_at, new.finished_at, new.overridden_at);
  return null;
end $$;

create function note_measures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into report_changes (organization_id, source, at)
    select distinct q.organization_id, 'checks', moment
    from measured m join qc_jobs q on q.organization_id = m.organization_id and q.id = m.qc_job_id,
      unnest(array[q.created_at, q.finished_at, q.overridden_at]) as moment
    where moment is not null;
  return null;
end $$;

create function note_run() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'runs',
    old.created_at, old.finished_at, new.created_at, new.finished_at);
  return null;
end $$;

create function note_download() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'downloads', old.created_at, new.created_at);
  return null;
end $$;

revoke all on function note_report_changes(uuid, text, timestamptz[]), note_slide(), note_file(), note_check(),
  note_measures(), note_run(), note_download() from public;
grant execute on function note_slide(), note_file(), note_check(), note_measures(), note_run(), note_download()
  to cresyl_app, cresyl_system;

create trigger note_new after insert or delete on slides for each row execute function note_slide();
create trigger note_change after update on slides for each row
  when ((old.project_id, old.tissue_id, old.stainer_id, old.deleted_at, old.file_id, old.created_at, old.created_by,
      old.size, old.qc_state)
    is distinct from (new.project_id, new.tissue_id, new.stainer_id, new.deleted_at, new.file_id, new.created_at,
      new.created_by, new.size, new.qc_state))
  execute function note_slide();

create trigger note_new after insert or delete on files for each row execute function note_file();
create trigger note_change after update on files for each row
  when ((old.project_id, old.tissue_id, old.stainer_id, old.created_at, old.created_by, old.size, old.state)
    is distinct from (new.project_id, new.tissue_id, new.stainer_id, new.created_at, new.created_by, new.size, new.state))
  execute function note_file();

create trigger note_new after insert or delete on qc_jobs for each row execute function note_check();
create trigger note_change after update on qc_jobs for each row
  when ((old.slide_id, old.state, old.created_at, old.created_by, old.finished_at, old.turnaround, old.overridden,
      old.overridden_at, old.overridden_by)
    is distinct from (new.slide_id, new.state, new.created_at, new.created_by, new.finished_at, new.turnaround,
      new.overridden, new.overridden_at, new.overridden_by))
  execute function note_check();

create trigger note_new after insert on qc_measures referencing new table as measured
  for each statement execute function note_measures();
create trigger note_change after update on qc_measures referencing new table as measured
  for each statement execute function note_measures();
create trigger note_removal after delete on qc_measures referencing old table as measured
  for each statement execute function note_measures();

create trigger note_new after insert or delete on inference_jobs for each row execute function note_run();
create trigger note_change after update on inference_jobs for each row
  when ((old.slide_id, old.predictor_id, old.state, old.created_at, old.created_by, old.started_at, old.finished_at,
      old.turnaround)
    is distinct from (new.slide_id, new.predictor_id, new.state, new.created_at, new.created_by, new.started_at,
      new.finished_at, new.turnaround))
  execute function note_run();

create trigger note_new after insert or delete on downloads for each row execute function note_download();
create trigger note_change after update on downloads for each row
  when ((old.slide_id, old.inference_job_id, old.kind, old.bytes, old.user_id, old.created_at)
    is distinct from (new.slide_id, new.inference_job_id, new.kind, new.bytes, new.user_id, new.created_at))
  execute function note_download();
