// Its types tell what the browser can be asked.
import type {} from '@vitest/browser-playwright'
import axe from 'axe-core'
import { expect } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What is on the page now, or in a part of it where the rest was looked at before, keeps WCAG, in the colours of both
 * modes; the test goes on to find the rest.
 */
export async function expectAccessible(what: string, part?: Locator): Promise<void> {
  const looked = part?.element() ?? document
  await scan(looked, { runOnly: standard }, what)
  await prefer('dark')
  await scan(looked, { runOnly: ['color-contrast'] }, `${what}, in dark mode`)
  await prefer('light')
}

async function scan(looked: Element | Document, rules: axe.RunOptions, what: string): Promise<void> {
  const { violations } = await axe.run(looked, { ...rules, resultTypes: ['violations'] })
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => node.html.slice(0, 200)),
  }))
  expect.soft(found, what).toEqual([])
}

/** As the device does at sunset: the app follows, unless someone has chosen a mode. */
async function prefer(scheme: 'light' | 'dark'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
  await expect.poll(() => document.documentElement.style.colorScheme).toBe(scheme)
}
