-- The zone, or UTC where this database doesn't know it.
create function usable_time_zone(zone text) returns text
  language plpgsql stable set search_path = public, pg_temp
as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- The first instant at which clocks show a local time. Where they are put back over it they show it twice, and
-- PostgreSQL takes the second.
create function first_instant(local timestamp, zone text) returns timestamptz
  language sql immutable parallel safe
  return case when ((local at time zone zone) - interval '1 hour') at time zone zone = local
    then (local at time zone zone) - interval '1 hour' else local at time zone zone end;

-- Names of projects, those that were deleted too: reports still count what was done in them.
create function names_of_projects(ids uuid[]) returns table (id uuid, name text, deleted boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select p.id, p.name, p.deleted_at is not null from projects p
  where p.organization_id = current_organization() and p.id = any (ids)
$$;
revoke all on function names_of_projects(uuid[]) from public;
grant execute on function names_of_projects(uuid[]) to cresyl_app;

-- Seconds from the upload of a slide to its first verdict, and to the first result of each predictor: kept with the
-- check or run that came to it, null with all others. Whoever writes those has locked the slide.
alter table qc_jobs add column turnaround double precision;
alter table inference_jobs add column turnaround double precision;

create function seconds_since_upload(slide uuid, finished timestamptz) returns double precision
  language sql stable set search_path = public, pg_temp
as $$
  select extract(epoch from finished - f.created_at)::double precision
  from slides s join files f on f.organization_id = s.organization_id and f.id = s.file_id where s.id = slide
$$;

create function time_first_verdict() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from qc_jobs where organization_id = new.organization_id and slide_id = new.slide_id and turnaround is not null
  ) then
    new.turnaround := seconds_since_upload(new.slide_id, new.finished_at);
  end if;
  return new;
end $$;
create function time_first_result() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from inference_jobs where organization_id = new.organization_id and slide_id = new.slide_id
      and predictor_id = new.predictor_id and turnaround is not null
  ) then
    new.turnaround := seconds_since_upload(new.slide_id, new.finished_at);
  end if;
  return new;
end $$;
revoke all on function seconds_since_upload(uuid, timestamptz), time_first_verdict(), time_first_result() from public;
grant execute on function time_first_verdict(), time_first_result() to cresyl_app, cresyl_system;

alter table qc_jobs disable trigger user;
alter table inference_jobs disable trigger user;
update qc_jobs q set turnaround = seconds_since_upload(q.slide_id, q.finished_at)
  where q.id in (
    select distinct on (slide_id) id from qc_jobs where state in ('passed', 'warned', 'failed')
    order by slide_id, finished_at, id);
update inference_jobs r set turnaround = seconds_since_upload(r.slide_id, r.finished_at)
  where r.id in (
    select distinct on (slide_id, predictor_id) id from inference_jobs where state = 'succeeded'
    order by slide_id, predictor_id, finished_at, id);
alter table qc_jobs enable trigger user;
alter table inference_jobs enable trigger user;

create trigger time_first_verdict before insert or update of state on qc_jobs for each row
  when (new.state in ('passed', 'warned', 'failed') and new.turnaround is null) execute function time_first_verdict();
create trigger time_first_result before insert or update of state on inference_jobs for each row
  when (new.state = 'succeeded' and new.turnaround is null) execute function time_first_result();

-- Which slide it was of that was handed out; the report keeps what was handed out of slides that were purged.
alter table downloads add column slide_id uuid;
update downloads d set slide_id = coalesce(
  (select s.id from slides s where s.organization_id = d.organization_id and s.file_id = d.file_id),
  (select i.slide_id from images i where i.organization_id = d.organization_id and i.id = d.image_id));
alter table downloads add foreign key (organization_id, slide_id)
  references slides (organization_id, id) on delete set null (slide_id);
create index downloads_by_slide on downloads (organization_id, slide_id) where slide_id is not null;
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
