-- Two accounts for Latchkey on PostgreSQL, so that the server itself may read and write rows and nothing else.
-- As the superuser in Latchkey's own database, before its first start, and again after each `latchkey migrate`:
--   psql -d latchkey -f deploy/postgres-roles.sql
-- Then give both a password: \password latchkey_owner and \password latchkey_app.

do $$
begin
  if not exists (select from pg_roles where rolname = 'latchkey_owner') then create role latchkey_owner login; end if;
  if not exists (select from pg_roles where rolname = 'latchkey_app') then create role latchkey_app login; end if;
end $$;

-- The owner makes and changes tables: migrate, restore, import.
revoke all on schema public from public;
grant usage, create on schema public to latchkey_owner;

-- The server, with DATABASE_URL=postgres://latchkey_app:…: rows only.
grant usage on schema public to latchkey_app;
grant select, insert, update, delete on all tables in schema public to latchkey_app;
grant usage, select on all sequences in schema public to latchkey_app;

-- The audit log is written and read. Of its entries only the words can be taken out, when a guest is forgotten.
do $$
begin
  if to_regclass('public.audit_entry') is not null then
    revoke update, delete on audit_entry from latchkey_app;
    grant update (before_value, after_value) on audit_entry to latchkey_app;
  end if;
end $$;
