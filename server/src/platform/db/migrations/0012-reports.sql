-- What was downloaded, for reports; who and when is in the audit log too.
create table downloads (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('file', 'image', 'region')),
  -- Reports keep downloads of slides that were purged.
  file_id uuid,
  image_id uuid,
  -- The slide of either; a trigger sets it.
  slide_id uuid,
  -- The run whose output it was.
  inference_job_id uuid,
  user_id uuid references users (id),
  bytes bigint not null,
  deidentified boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (organization_id, file_id) references files (organization_id, id) on delete set null (file_id),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete set null (image_id),
  foreign key (organization_id, slide_id) references slides (organization_id, id) on delete set null (slide_id),
  foreign key (organization_id, inference_job_id) references inference_jobs (organization_id, id)
    on delete set null (inference_job_id)
);
create index downloads_by_time on downloads (organization_id, created_at)
  include (kind, bytes, user_id, slide_id, inference_job_id);
create index downloads_of_runs on downloads (organization_id, created_at)
  include (kind, bytes, user_id, slide_id, inference_job_id) where inference_job_id is not null;
create index downloads_by_file on downloads (organization_id, file_id) where file_id is not null;
create index downloads_by_image on downloads (organization_id, image_id) where image_id is not null;
create index downloads_by_slide on downloads (organization_id, slide_id) where slide_id is not null;
select secure_table('downloads', app => 'select, insert', system => 'select, delete');

create function take_slide_of_download() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  new.slide_id := coalesce(
    (select id from slides where organization_id = new.organization_id and file_id = new.file_id),
    (select slide_id from images where organization_id = new.organization_id and id = new.image_id));
  return new;
end $$;
revoke all on function take_slide_of_download() from public;
grant execute on function take_slide_of_download() to cresyl_app, cresyl_system;
create trigger take_slide_of_download before insert on downloads for each row execute function take_slide_of_download();

-- Sums of each month in the organisation's time zone, so that reports about years need not read every row.
create table report_sums (
  organization_id uuid not null references organizations (id),
  -- The rows that are counted: slides, files, checks, runs, downloads.
  source text not null,
  measure text not null,
  -- What the rows are grouped by, and the group of these: null where they belong to none.
  grouped_by text not null,
  month timestamptz not null,
  key text,
  rows bigint not null,
  total bigint not null,
  -- Sorted, for percentiles.
  seconds double precision[],
  -- The day of the month of each of them.
  days smallint[]
);
-- Uncompressed: unpacking would take longer than everything else that is done with them.
alter table report_sums alter seconds set storage external, alter days set storage external;
create index report_sums_by_month on report_sums (organization_id, measure, grouped_by, month)
  include (key, rows, total);
create index report_sums_of_source on report_sums (organization_id, source, month);
select secure_table('report_sums', app => 'select, insert, delete');

-- The end of the months that are summed up for a source, and the time zone in which they begin.
create table report_reach (
  organization_id uuid not null references organizations (id),
  source text not null,
  time_zone text not null,
  upto timestamptz not null,
  primary key (organization_id, source)
);
select secure_table('report_reach', app => 'select, insert, update');

-- Times of rows that were added, changed or removed since their month was summed up: written in the same transaction,
-- so that a sum is known to be outdated as soon as the change is visible.
create table report_changes (
  organization_id uuid not null,
  source text not null,
  at timestamptz not null
);
create index report_changes_by_source on report_changes (organization_id, source, at);
select secure_table('report_changes', app => 'select, delete', system => 'select');

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
  -- Everything of a slide is counted where the slide is, and deleted with it.
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
create trigger note_new after insert or delete on slides for each row execute function note_slide();
create trigger note_change after update on slides for each row
  when ((old.project_id, old.tissue_id, old.stainer_id, old.deleted_at, old.file_id, old.created_at, old.created_by,
      old.size, old.qc_state)
    is distinct from (new.project_id, new.tissue_id, new.stainer_id, new.deleted_at, new.file_id, new.created_at,
      new.created_by, new.size, new.qc_state))
  execute function note_slide();

create function note_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'files', old.created_at, new.created_at);
  return null;
end $$;
create trigger note_new after insert or delete on files for each row execute function note_file();
create trigger note_change after update on files for each row
  when ((old.project_id, old.tissue_id, old.stainer_id, old.created_at, old.created_by, old.size, old.state)
    is distinct from (new.project_id, new.tissue_id, new.stainer_id, new.created_at, new.created_by, new.size, new.state))
  execute function note_file();

create function note_check() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'checks',
    old.created_at, old.finished_at, old.overridden_at, new.created_at, new.finished_at, new.overridden_at);
  return null;
end $$;
create trigger note_new after insert or delete on qc_jobs for each row execute function note_check();
create trigger note_change after update on qc_jobs for each row
  when ((old.slide_id, old.state, old.created_at, old.created_by, old.finished_at, old.turnaround, old.overridden,
      old.overridden_at, old.overridden_by)
    is distinct from (new.slide_id, new.state, new.created_at, new.created_by, new.finished_at, new.turnaround,
      new.overridden, new.overridden_at, new.overridden_by))
  execute function note_check();

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
create trigger note_new after insert on qc_measures referencing new table as measured
  for each statement execute function note_measures();
create trigger note_change after update on qc_measures referencing new table as measured
  for each statement execute function note_measures();
create trigger note_removal after delete on qc_measures referencing old table as measured
  for each statement execute function note_measures();

create function note_run() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'runs',
    old.created_at, old.finished_at, new.created_at, new.finished_at);
  return null;
end $$;
create trigger note_new after insert or delete on inference_jobs for each row execute function note_run();
create trigger note_change after update on inference_jobs for each row
  when ((old.slide_id, old.predictor_id, old.state, old.created_at, old.created_by, old.started_at, old.finished_at,
      old.turnaround)
    is distinct from (new.slide_id, new.predictor_id, new.state, new.created_at, new.created_by, new.started_at,
      new.finished_at, new.turnaround))
  execute function note_run();

create function note_download() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform note_report_changes(coalesce(new.organization_id, old.organization_id), 'downloads', old.created_at, new.created_at);
  return null;
end $$;
create trigger note_new after insert or delete on downloads for each row execute function note_download();
create trigger note_change after update on downloads for each row
  when ((old.slide_id, old.inference_job_id, old.kind, old.bytes, old.user_id, old.created_at)
    is distinct from (new.slide_id, new.inference_job_id, new.kind, new.bytes, new.user_id, new.created_at))
  execute function note_download();

revoke all on function note_report_changes(uuid, text, timestamptz[]), note_slide(), note_file(), note_check(),
  note_measures(), note_run(), note_download() from public;
grant execute on function note_slide(), note_file(), note_check(), note_measures(), note_run(), note_download()
  to cresyl_app, cresyl_system;

-- The time zone, or UTC where this database does not know it.
create function usable_time_zone(zone text) returns text
  language plpgsql stable set search_path = public, pg_temp
as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- The first instant at which clocks show a local time. Where they are put back they show it twice, and PostgreSQL takes
-- the second.
create function first_instant(local timestamp, zone text) returns timestamptz
  language sql immutable parallel safe
  return case when ((local at time zone zone) - interval '1 hour') at time zone zone = local
    then (local at time zone zone) - interval '1 hour' else local at time zone zone end;
