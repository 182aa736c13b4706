-- What an object is and what it belongs to, as its path says: read off an index instead of every path.
alter table stored_objects
  -- Null where it counts for nobody; of an image, its own kind tells more.
  add column kind text generated always as (
    case when is_counted(path) then
      case split_part(path, '/', 1)
        when 'files' then
          case split_part(path, '/', 3) when 'original' then 'source' when 'without-label' then 'copy' else 'derived' end
        when 'images' then 'image'
        when 'exports' then 'export'
        when 'qc' then 'result'
        when 'inference' then 'result'
        else 'other'
      end
    end) stored,
  -- Null where it belongs to nothing that is known.
  add column owner_id uuid generated always as (
    case when path ~ '^(files|images|exports|qc|inference)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
      then split_part(path, '/', 2)::uuid
    end) stored;
create index stored_objects_by_owner on stored_objects (organization_id, owner_id) include (kind, size, stored_at);

-- How many annotations of each class an image has, with their areas and lengths, as a sum of what was added and taken
-- away: whoever annotates waits for nobody else who does. Rows of the same class are made one from time to time. Decimal
-- numbers, which are what they were when as much is taken away as was added.
create table annotation_sums (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  class_name text,
  class_color text,
  review text not null,
  annotations bigint not null,
  area_px numeric not null,
  length_px numeric not null,
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
);
create index annotation_sums_by_image on annotation_sums (organization_id, image_id);
alter table annotation_sums enable row level security;
create policy own on annotation_sums to cresyl_app using (organization_id = current_organization());
create policy system on annotation_sums to cresyl_system using (true);
grant select on annotation_sums to cresyl_app;
grant select, insert, delete on annotation_sums to cresyl_system;

-- As the owner, so that the sums say nothing but what there is. Of an image that goes, they are gone already.
create function sum_annotations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  summed constant text := $sql$
    insert into annotation_sums
      (organization_id, image_id, class_name, class_color, review, annotations, area_px, length_px)
    select * from (
      select organization_id, image_id, class_name, class_color, review, sum(change) as annotations,
        sum(change * area_px::numeric) as area_px, sum(change * length_px::numeric) as length_px
      from (%s) as rows group by 1, 2, 3, 4, 5
    ) as changes
    where (annotations <> 0 or area_px <> 0 or length_px <> 0) and exists (
      select from images i where i.organization_id = changes.organization_id and i.id = changes.image_id)
  $sql$;
  came constant text := 'select *, 1 as change from new_rows where deleted_at is null';
  went constant text := 'select *, -1 as change from old_rows where deleted_at is null';
begin
  execute format(summed, case tg_op
    when 'INSERT' then came
    when 'DELETE' then went
    else came || ' union all ' || went end);
  return null;
end $$;
revoke all on function sum_annotations() from public;
grant execute on function sum_annotations() to cresyl_app, cresyl_system;
create trigger sum_insert after insert on annotations referencing new table as new_rows
  for each statement execute function sum_annotations();
create trigger sum_update after update on annotations referencing old table as old_rows new table as new_rows
  for each statement execute function sum_annotations();
create trigger sum_delete after delete on annotations referencing old table as old_rows
  for each statement execute function sum_annotations();
insert into annotation_sums
    (organization_id, image_id, class_name, class_color, review, annotations, area_px, length_px)
  select organization_id, image_id, class_name, class_color, review, count(*), sum(area_px::numeric), sum(length_px::numeric)
  from annotations where deleted_at is null group by 1, 2, 3, 4, 5;
