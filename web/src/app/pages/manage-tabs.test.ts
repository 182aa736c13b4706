import { expect, test } from 'vitest'
import { readManageTab } from './manage-tabs.ts'

test.each([
  ['tab=members', 'members'],
  ['', 'settings'],
  ['tab=cellar', 'settings'],
])('“%s” opens %s', (address, tab) => {
  expect(readManageTab(new URLSearchParams(address), false)).toBe(tab)
})

test('the organisations are for superadmins only', () => {
  const address = new URLSearchParams('tab=organizations')
  expect(readManageTab(address, true)).toBe('organizations')
  expect(readManageTab(address, false)).toBe('settings')
})
