-- The index finds what holds the two longest words, not only the longest: of thousands of slides with one word in their
-- names, the few with the other are found by it.
create or replace function slides_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from slides
  where organization_id = current_organization() and search_key like patterns[1]
    and search_key like coalesce(patterns[2], '%') and search_key like all (patterns)
$$;
create or replace function files_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from files
  where organization_id = current_organization() and search_key like patterns[1]
    and search_key like coalesce(patterns[2], '%') and search_key like all (patterns)
$$;
