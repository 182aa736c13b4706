import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../platform/db/schema/index.ts'
import { addOrganization } from './people.ts'
import { setExternalId } from './set-external-id.ts'
import { auditRows, openTestContext, type TestContext } from './test-identity.ts'

let opened: TestContext
let id: string

beforeAll(async () => {
  opened = await openTestContext()
  id = (await addOrganization(opened.context, { name: 'mercy', displayName: 'Mercy' })).id
  await addOrganization(opened.context, { name: 'grace', displayName: 'Grace', externalId: 'org-2' })
})
afterAll(() => opened.close())

async function stored() {
  const rows = await opened.context.database.asSystem((tx) =>
    tx.select().from(organizations).where(eq(organizations.id, id)),
  )
  return rows[0]?.externalId
}

test('what the provider calls an organisation is set, changed and taken away, with an audit row each', async () => {
  for (const externalId of ['org-1', 'org-1', ' org-3 ', undefined]) {
    expect(await setExternalId(opened.context, { name: 'mercy', externalId })).toEqual({ id })
    expect(await stored()).toBe(externalId?.trim() ?? null)
  }
  const rows = await auditRows(opened.context, 'organization.updated')
  expect(rows.map(({ details }) => details)).toEqual([
    { changes: { external_id: ['org-3', null] } },
    { changes: { external_id: ['org-1', 'org-3'] } },
    { changes: { external_id: [null, 'org-1'] } },
  ])
})

test.each([
  [
    { name: 'mercy', externalId: 'org-2' },
    "The identity provider's “org-2” is another organisation already.",
  ],
  [{ name: 'nowhere', externalId: 'org-4' }, 'There is no organisation called “nowhere”.'],
  [{ name: 'mercy', externalId: ' ' }, 'say what the identity provider calls the organisation'],
])('%j is refused', async (change, sentence) => {
  await expect(setExternalId(opened.context, change)).rejects.toThrow(sentence)
  expect(await stored()).toBeNull()
})
