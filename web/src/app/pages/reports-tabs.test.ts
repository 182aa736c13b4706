import { expect, test } from 'vitest'
import { addressOfTab, readReportsTab, reportsTabs } from './reports-tabs.ts'

test('an unknown tab counts as not said', () => {
  expect(readReportsTab(new URLSearchParams('tab=cellar'))).toBe('overview')
  expect(readReportsTab(new URLSearchParams('period=2026-q3'))).toBe('overview')
})

test.each(reportsTabs)('the address of %s opens it', (tab) => {
  expect(readReportsTab(new URLSearchParams(addressOfTab(tab)))).toBe(tab)
})
