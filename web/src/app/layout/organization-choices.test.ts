import type { ListedOrganization } from '@cresyl/contract/people/organizations'
import { expect, test } from 'vitest'
import { choicesOf, homeAmong, standing } from './organization-choices.ts'

function organization(number: number, other: Partial<ListedOrganization> = {}): ListedOrganization {
  return {
    id: `org-${number}`,
    name: `org-${number}`,
    display_name: `Organisation ${number}`,
    branding: { primary: null, accent: null, logo: null },
    role: 'manager',
    members: null,
    quota_bytes: null,
    created_at: null,
    disabled_at: null,
    version: null,
    ...other,
  }
}

const page = (length: number, count = length) => ({
  count,
  next: null,
  previous: null,
  results: Array.from({ length }, (_, index) => organization(index)),
})

test('the one someone is in, and disabled ones, are not offered', () => {
  const list = page(2)
  list.results.push(organization(2, { disabled_at: '2026-11-15T14:05:00.000Z' }))
  const { organizations, more } = choicesOf({ ...list, count: 3 }, 'org-0')
  expect(organizations.map(({ id }) => id)).toEqual(['org-1'])
  expect(more).toBe(false)
})

test('eight others fit into the menu, nine do not', () => {
  expect(choicesOf(page(9), 'org-0')).toMatchObject({ more: false, organizations: { length: 8 } })
  expect(choicesOf(page(10), 'org-0')).toMatchObject({ more: true, organizations: { length: 8 } })
  expect(choicesOf(page(50, 4000), 'org-0').more).toBe(true)
})

test('roles are named as elsewhere', () => {
  expect(standing(organization(1))).toBe('Manager')
  expect(standing(organization(1, { role: null }))).toBe('As superadmin')
  expect(standing(organization(1, { role: 'wizard' }))).toBe('wizard')
})

test('leaving leads back to the organisation before, if one still belongs to it', () => {
  const own = [organization(1), organization(2)]
  expect(homeAmong(own, 'org-2')).toBe('org-2')
  expect(homeAmong(own, 'org-7')).toBe('org-1')
  expect(homeAmong([], 'org-1')).toBeUndefined()
})
