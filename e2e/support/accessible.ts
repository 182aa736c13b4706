import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What is on the page now keeps WCAG, or a part of it where the rest has been looked at before; the test goes on to find
 * the rest.
 */
export function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  return scan(page, what, part, standard)
}

/** In other colours, of what has been looked at before, nothing else can differ. */
export function expectContrast(page: Page, what: string, part = 'html'): Promise<void> {
  return scan(page, what, part, ['color-contrast'])
}

async function scan(page: Page, what: string, part: string, runOnly: string[]): Promise<void> {
  // Once for each page that is loaded: reading what looks takes longer than a look at a small part.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([part, runOnly]) => {
      // Set above.
      const own = (window as typeof window & { axe: typeof axe }).axe
      return (await own.run(part, { resultTypes: ['violations'], runOnly })).violations
    },
    [part, runOnly] as const,
  )
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => node.html.slice(0, 200)),
  }))
  expect.soft(found, what).toEqual([])
}
