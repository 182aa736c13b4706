import type { Owner } from './test-owner.ts'

/** How the database goes about what a function in SQL asks it of an organisation: by itself it doesn't tell. */
export async function planOfFunction(
  owner: Owner,
  name: string,
  organizationId: string,
  patterns: readonly string[],
): Promise<string> {
  const { rows: found } = await owner.query('select prosrc from pg_proc where proname = $1', [name])
  const body: string = found[0].prosrc
  await owner.query(`begin; set local app.organization_id = '${organizationId}';
    set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off`)
  try {
    await owner.query(`prepare body (text[]) as ${body.replaceAll('patterns', '$1')}`)
    const given = patterns.map((pattern) => `'${pattern}'`).join(', ')
    const { rows } = await owner.query(`explain (costs off) execute body (array[${given}])`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await owner.query('rollback; deallocate all')
  }
}
