import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Pictures, URLs for uploads, and the images of attractions. */
export const picturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table picture (
     id text primary key not null,
     width integer not null,
     height integer not null,
     tiny text not null,
     alt text not null,
     focus_x integer not null,
     focus_y integer not null,
     author text not null,
     licence text not null,
     source text not null,
     formats text not null,
     created_at text not null,
     unused_since text,
     lease_until text,
     tries integer not null
   )`,
  `create table upload (
     id text primary key not null,
     session_hash text not null,
     media_type text,
     bytes integer,
     expires_at text not null,
     used_at text,
     picture_id text
   )`,
  `create table attraction_image (
     id text primary key not null,
     attraction_name text not null,
     image_url text not null,
     alt_text text not null,
     uploaded_at text not null
   )`,
];
