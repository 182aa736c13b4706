-- Places of images are found by image, size and box in one index.
create extension if not exists btree_gist;

-- What people say of places of images. Its corners lie apart (annotation_geometries), so that lists, counts and
-- announcements of annotations with a million of them cost what those of points do.
create table annotations (
  organization_id uuid not null references organizations (id),
  -- Made by the browser, therefore unique within the organisation only: nobody learns which ids others use.
  id uuid not null,
  slide_id uuid not null,
  -- Whose pixels of full resolution its geometry counts in.
  image_id uuid not null,
  shape text not null check (shape in ('point', 'line', 'rectangle', 'ellipse', 'polygon')),
  -- Of this annotation, when its geometry was last changed.
  geometry_version integer not null default 1,
  positions integer not null,
  min_x double precision not null,
  min_y double precision not null,
  max_x double precision not null,
  max_y double precision not null,
  -- Of the longer side of its box: 0 below a pixel, n from 2^(n-1) pixels up to 2^n.
  size_class smallint not null,
  area_px double precision not null,
  length_px double precision not null,
  class_name text,
  class_color text,
  name text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  locked boolean not null default false,
  z integer,
  review text not null default 'open' check (review in ('open', 'accepted', 'rejected')),
  assignee_id uuid references users (id),
  extras jsonb not null default '{}',
  search_key text not null,
  origin text not null check (origin in ('drawn', 'imported', 'promoted')),
  inference_job_id uuid,
  comments integer not null default 0,
  created_by uuid references users (id),
  updated_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, inference_job_id) references inference_jobs (organization_id, id)
    on delete set null (inference_job_id),
  check ((class_name is null) = (class_color is null)),
  check (min_x <= max_x and min_y <= max_y)
);
create index annotations_by_creation on annotations (organization_id, created_at desc, id);
create index annotations_by_slide on annotations (organization_id, slide_id, created_at desc, id)
  include (deleted_at, class_name, class_color, area_px, length_px, review);
create index annotations_by_image on annotations (organization_id, image_id, created_at desc, id)
  include (deleted_at, class_name, class_color, area_px, length_px, review);
create index annotations_by_assignee on annotations (organization_id, assignee_id, created_at desc) where assignee_id is not null;
create index annotations_by_run on annotations (organization_id, inference_job_id) where inference_job_id is not null;
create index annotations_tagged on annotations (organization_id, image_id) include (slide_id, tags, deleted_at) where tags <> '{}';
-- The few that the purge looks through.
create index annotations_deleted on annotations (deleted_at) where deleted_at is not null;
-- By size before place: of a whole slide with a million cells the few regions are found without a look at the cells.
create index annotations_places on annotations
  using gist (image_id, size_class, box(point(min_x, min_y), point(max_x, max_y))) where deleted_at is null;
alter table annotations enable row level security;
create policy own on annotations to cresyl_app using (organization_id = current_organization());
create policy hide_deleted on annotations as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
create policy system on annotations to cresyl_system using (true);
grant select, insert, update on annotations to cresyl_app;
grant select, insert, update, delete on annotations to cresyl_system;

-- Corners as they were drawn: one row for each time they changed, never written again (domain/annotations/geometry-bytes.ts).
create table annotation_geometries (
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  -- Of the annotation, when it got this geometry.
  version integer not null,
  bytes bytea not null,
  primary key (organization_id, annotation_id, version),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
-- Numbers of eight bytes hardly shrink: trying costs more than it saves.
alter table annotation_geometries alter column bytes set storage external;
alter table annotation_geometries enable row level security;
create policy own on annotation_geometries to cresyl_app using (organization_id = current_organization());
create policy system on annotation_geometries to cresyl_system using (true);
grant select, insert on annotation_geometries to cresyl_app;
grant select, insert, delete on annotation_geometries to cresyl_system;

-- What annotations were before each change.
create table annotation_versions (
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  version integer not null,
  geometry_version integer not null,
  -- The columns that people change, by name.
  content jsonb not null,
  deleted boolean not null,
  changed_by uuid references users (id),
  changed_at timestamptz not null,
  primary key (organization_id, annotation_id, version),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
alter table annotation_versions enable row level security;
create policy own on annotation_versions to cresyl_app using (organization_id = current_organization());
create policy system on annotation_versions to cresyl_system using (true);
-- Written by the database alone, so that no way to change an annotation can leave it out.
grant select on annotation_versions to cresyl_app;
grant select, delete on annotation_versions to cresyl_system;

create function keep_annotation_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into annotation_versions
    (organization_id, annotation_id, version, geometry_version, content, deleted, changed_by, changed_at)
  select o.organization_id, o.id, o.version, o.geometry_version, jsonb_build_object(
      'shape', o.shape, 'class_name', o.class_name, 'class_color', o.class_color, 'name', o.name, 'notes', o.notes,
      'tags', o.tags, 'locked', o.locked, 'z', o.z, 'review', o.review, 'assignee_id', o.assignee_id, 'extras', o.extras),
    o.deleted_at is not null, o.updated_by, o.updated_at
  from old_rows o join new_rows n on n.organization_id = o.organization_id and n.id = o.id and n.version <> o.version;
  return null;
end $$;
revoke all on function keep_annotation_version() from public;
grant execute on function keep_annotation_version() to cresyl_app, cresyl_system;
create trigger keep_version after update on annotations referencing old table as old_rows new table as new_rows
  for each statement execute function keep_annotation_version();

create table annotation_comments (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  annotation_id uuid not null,
  text text not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  foreign key (organization_id, annotation_id) references annotations (organization_id, id) on delete cascade
);
create index annotation_comments_by_annotation on annotation_comments (organization_id, annotation_id, created_at, id);
alter table annotation_comments enable row level security;
create policy own on annotation_comments to cresyl_app using (organization_id = current_organization());
create policy system on annotation_comments to cresyl_system using (true);
grant select, insert on annotation_comments to cresyl_app;
grant select, insert, delete on annotation_comments to cresyl_system;

-- How many there are in each square of an image, by the middle of their boxes: a view of a whole slide reads these
-- instead of a million annotations.
create table annotation_cells (
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  -- Pixels of full resolution a side.
  side integer not null,
  x integer not null,
  y integer not null,
  size_class smallint not null,
  annotations integer not null,
  primary key (organization_id, image_id, side, x, y, size_class),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
) with (fillfactor = 80);
alter table annotation_cells enable row level security;
create policy own on annotation_cells to cresyl_app using (organization_id = current_organization());
create policy system on annotation_cells to cresyl_system using (true);
grant select on annotation_cells to cresyl_app;
grant select, delete on annotation_cells to cresyl_system;

-- As the owner, so that the squares say nothing but what there is. They are changed in one order: two who do this wait
-- for each other instead of both being stopped. Of an image that goes, the squares are gone already.
create function count_annotations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  counted constant text := $sql$
    with changes as (
      select organization_id, image_id, side,
        floor((min_x + max_x) / 2 / side)::integer as x, floor((min_y + max_y) / 2 / side)::integer as y,
        size_class, sum(change)::integer as annotations
      from (%s) as rows, unnest(array[256, 1024]) as side
      group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0
    ), fewer as (
      select * from changes where annotations < 0 order by 1, 2, 3, 4, 5, 6
    ), taken as (
      update annotation_cells c set annotations = c.annotations + f.annotations from fewer f
      where (c.organization_id, c.image_id, c.side, c.x, c.y, c.size_class)
        = (f.organization_id, f.image_id, f.side, f.x, f.y, f.size_class)
    )
    insert into annotation_cells as c (organization_id, image_id, side, x, y, size_class, annotations)
    select * from changes where annotations > 0 order by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, image_id, side, x, y, size_class)
      do update set annotations = c.annotations + excluded.annotations
  $sql$;
  came constant text := 'select *, 1 as change from new_rows where deleted_at is null';
  went constant text := 'select *, -1 as change from old_rows where deleted_at is null';
begin
  execute format(counted, case tg_op
    when 'INSERT' then came
    when 'DELETE' then went
    else came || ' union all ' || went end);
  return null;
end $$;
revoke all on function count_annotations() from public;
grant execute on function count_annotations() to cresyl_app, cresyl_system;
create trigger count_insert after insert on annotations referencing new table as new_rows
  for each statement execute function count_annotations();
create trigger count_update after update on annotations referencing old table as old_rows new table as new_rows
  for each statement execute function count_annotations();
create trigger count_delete after delete on annotations referencing old table as old_rows
  for each statement execute function count_annotations();

-- Those of an image whose boxes meet a view, from a size on. Comparing boxes is not leakproof, so no index would serve it
-- under row-level security: this runs as the owner and takes the organisation from the transaction. Boxes count as
-- meeting within a millionth of a pixel in the index, exactly here.
create function annotations_in_view(
  image uuid, least_size integer, from_x double precision, from_y double precision,
  to_x double precision, to_y double precision, most integer
) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from annotations
  where organization_id = current_organization() and deleted_at is null and image_id = image
    and size_class >= least_size::smallint
    and box(point(min_x, min_y), point(max_x, max_y)) && box(point(from_x, from_y), point(to_x, to_y))
    and min_x <= to_x and max_x >= from_x and min_y <= to_y and max_y >= from_y
  limit most
$$;

-- How many smaller ones have the middle of their box in each square of a part of an image, which begins and ends at squares.
create function count_annotations_in_view(
  image uuid, least_size integer, side double precision, from_x integer, from_y integer, to_x integer, to_y integer
) returns table (x integer, y integer, annotations bigint)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select floor((min_x + max_x) / 2 / side)::integer, floor((min_y + max_y) / 2 / side)::integer, count(*)
  from annotations
  where organization_id = current_organization() and deleted_at is null and image_id = image
    and size_class < least_size::smallint
    and box(point(min_x, min_y), point(max_x, max_y)) && box(point(from_x * side, from_y * side), point(to_x * side, to_y * side))
    and floor((min_x + max_x) / 2 / side) >= from_x and floor((min_x + max_x) / 2 / side) < to_x
    and floor((min_y + max_y) / 2 / side) >= from_y and floor((min_y + max_y) / 2 / side) < to_y
  group by 1, 2
$$;
revoke all on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer),
  count_annotations_in_view(uuid, integer, double precision, integer, integer, integer, integer) from public;
grant execute on function
  annotations_in_view(uuid, integer, double precision, double precision, double precision, double precision, integer),
  count_annotations_in_view(uuid, integer, double precision, integer, integer, integer, integer) to cresyl_app;

create trigger announce_insert after insert on annotations referencing new table as new_rows
  for each statement execute function announce_changes('annotations');
create trigger announce_update after update on annotations referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changes('annotations');
create trigger announce_delete after delete on annotations referencing old table as old_rows
  for each statement execute function announce_changes('annotations');
