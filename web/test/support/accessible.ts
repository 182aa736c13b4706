// Its types tell what the browser can be asked.
import type {} from '@vitest/browser-playwright'
import axe from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Scheme = 'light' | 'dark'

/**
 * What is on the page now, or in a part of it where the rest was looked at before, keeps WCAG, in the colours of both
 * modes; the test goes on to find the rest, in the mode that was looked at last.
 */
export async function expectAccessible(what: string, part?: Locator): Promise<void> {
  const looked = part?.element() ?? document
  const before = document.documentElement.style.colorScheme as Scheme
  const other = before === 'dark' ? 'light' : 'dark'
  await scan(looked, { runOnly: standard }, `${what}, in ${before} mode`)
  onTestFinished(() => emulate('light'))
  await emulate(other)
  await expect.poll(() => document.documentElement.style.colorScheme).toBe(other)
  await scan(looked, { runOnly: ['color-contrast'] }, `${what}, in ${other} mode`)
}

async function scan(looked: Element | Document, rules: axe.RunOptions, what: string): Promise<void> {
  // Failures name elements by their HTML, so that none needs a selector; only rules of a whole page read style sheets.
  const { violations } = await axe.run(looked, {
    ...rules,
    resultTypes: ['violations'],
    selectors: false,
    preload: looked === document,
  })
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => node.html.slice(0, 200)),
  }))
  expect.soft(found, what).toEqual([])
}

/** As the device does at sunset: the app follows, unless someone has chosen a mode. */
async function emulate(scheme: Scheme): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
}
