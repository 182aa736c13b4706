import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ['violations'], runOnly })
    // Otherwise a further page is opened each time, for frames of other sites: the app has none.
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => node.html.slice(0, 200)),
  }))
  expect.soft(found, what).toEqual([])
}
