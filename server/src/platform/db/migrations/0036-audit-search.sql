-- The log is searched by the programs and API tokens that acted, too: what there is of each is read off the index.
create index audits_by_client on audits (organization_id, client, occurred_at desc, id desc)
  where client is not null;
create index audits_by_token on audits (organization_id, api_token_id, occurred_at desc, id desc)
  where api_token_id is not null;
