import { type BrowserContext, chromium } from '@playwright/test'

/** A browser for tests that Playwright doesn't run itself. */
export async function openOwnBrowser(origin: string): Promise<BrowserContext> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env.CRESYL_CHROMIUM || '/usr/bin/chromium',
    args: isRoot ? ['--no-sandbox'] : [],
  })
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  context.on('close', () => void browser.close())
  return context
}
