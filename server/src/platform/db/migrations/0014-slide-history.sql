-- The history of a slide: what happened to it, to its file and to its images, the newest first.
create index audits_by_subject on audits (organization_id, subject_id, occurred_at desc);
-- Exports are forgotten after a while: their rows name the image that they were made of.
create index audits_by_image on audits (organization_id, (details ->> 'image_id'), occurred_at desc)
  where details ? 'image_id';

-- Who looks at a slide and who has its label or macro shown: each is a row of the audit log of its own.
alter table views add column identifying boolean not null default false;
alter table views drop constraint views_pkey;
alter table views add primary key (organization_id, user_id, subject_id, identifying);
