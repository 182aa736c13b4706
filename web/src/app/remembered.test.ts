import { expect, test } from 'vitest'
import { memoryStore } from '../lib/storage/key-value-store.ts'
import { createPreferences } from '../lib/storage/preferences.ts'
import { type Remembered, readLast, readOver } from './remembered.tsx'

const nothing: Remembered = {
  theme: 'system',
  drawer: 'open',
  slideDrawer: 'collapsed',
  locale: null,
  branding: null,
  home: null,
  seenFailures: {},
}
const branding = { organization: 'org-1', primary: '#00695C', accent: null, logo: '/pictures/1' }

test("nothing remembered: the theme of the system, an open drawer, the browser's dates, our own colours", async () => {
  expect(await readLast(createPreferences(memoryStore()))).toEqual(nothing)
})

test('the last choices on this device come first, then those of the person', async () => {
  const preferences = createPreferences(memoryStore())
  await preferences.setLast('theme', 'dark')
  await preferences.setLast('drawer', 'collapsed')
  await preferences.setLast('branding', branding)
  const last = await readLast(preferences)
  expect(last).toEqual({ ...nothing, theme: 'dark', drawer: 'collapsed', branding })

  await preferences.set('ada', 'theme', 'light')
  await preferences.set('ada', 'locale', 'de-DE')
  expect(await readOver(last, (key) => preferences.get('ada', key))).toEqual({
    ...nothing,
    theme: 'light',
    drawer: 'collapsed',
    locale: 'de-DE',
    branding,
  })
})

test('someone who chose the dates of the browser keeps them after another person', async () => {
  const last = { ...nothing, locale: 'ja-JP' } as const
  expect(await readOver(last, async (key) => (key === 'locale' ? null : undefined))).toEqual(nothing)
})

test('values nobody could have chosen, and stores that fail, change nothing', async () => {
  const base = { ...nothing, theme: 'dark' } as const
  expect(await readOver(base, () => Promise.resolve(['sepia']))).toEqual(base)
  expect(await readOver(base, () => Promise.resolve({ ...branding, primary: 'url(x)' }))).toEqual(base)
  expect(await readOver(base, () => Promise.reject(new Error('The store is gone.')))).toEqual(base)
})
