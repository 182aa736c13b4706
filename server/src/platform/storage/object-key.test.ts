import { expect, test } from 'vitest'
import { connectOwner } from '../db/test-owner.ts'
import { createMigratedDatabase } from '../postgres/test-database.ts'
import { isCounted } from './object-key.ts'

const counted = ['files/1', 'thumbnails/1.jpg', 'audit', 'audits/1', 'Audit/1', 'files/audit/1', '_audit/1']
const uncounted = ['audit/1', 'audit/seals/1']

test('what the platform keeps for itself is not taken from the quota', () => {
  const organizationId = '01938b5e-0000-7000-8000-000000000001'
  expect(counted.filter((path) => !isCounted({ organizationId, path }))).toEqual([])
  expect(uncounted.filter((path) => isCounted({ organizationId, path }))).toEqual([])
})

test('the database adds up just that', async () => {
  const database = await createMigratedDatabase()
  const owner = await connectOwner(database.url)
  try {
    const { rows } = await owner.query(
      'select path from unnest($1::text[]) with ordinality as each (path, n) where is_counted(path) order by n',
      [[...uncounted, ...counted]],
    )
    expect(rows.map(({ path }) => path)).toEqual(counted)
  } finally {
    await owner.end()
    await database.drop()
  }
})
