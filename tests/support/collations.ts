import type postgres from 'postgres';

/**
 * As an update of ICU leaves a database: the version of the rules that is written down is another, and an index of names is in the
 * order of other rules, by which capitals come first.
 */
export async function changeRules(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update pg_collation set collversion = '1.2.3' where collname = 'und-x-icu'`;
    await tx`drop index club_by_name`;
    await tx`create index club_by_name on club (name collate "C", id)`;
    await tx`
      update pg_index set indcollation = ('und-x-icu'::regcollation::oid || ' 0')::oidvector
      where indexrelid = 'club_by_name'::regclass`;
  });
}
