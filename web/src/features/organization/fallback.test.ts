import { expect, test } from 'vitest'
import { fallbackOrganization } from './fallback.ts'

const none = { org_id: null, org_name: null, org_display_name: null }

test("the person's claims come first", () => {
  const claims = { org_id: 'org-1', org_name: 'st-mary', org_display_name: "St Mary's" }
  expect(fallbackOrganization(claims)).toMatchObject({
    id: 'org-1',
    name: 'st-mary',
    display_name: "St Mary's",
  })
})

test('without claims it is the default organisation', () => {
  expect(fallbackOrganization(none)).toMatchObject({
    id: 'default-org-id',
    name: 'Default Organization',
    display_name: 'Default Organization',
  })
})

test('a missing display name is the name', () => {
  expect(fallbackOrganization({ ...none, org_id: 'org-1', org_name: 'st-mary' }).display_name).toBe('st-mary')
})
