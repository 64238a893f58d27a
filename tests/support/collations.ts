import type postgres from 'postgres';

/**
 * Simulates an update of ICU: the recorded version of the collation differs, and an index of names has the order of other
 * rules, with capitals first.
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
