import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumPath } from './chromium-path.ts'

interface OwnBrowserOptions extends BrowserContextOptions {
  /** For the browser's command line. */
  args?: string[]
}

/** A browser for tests that Playwright doesn't run itself. */
export async function openOwnBrowser(
  origin: string,
  { args = [], ...options }: OwnBrowserOptions = {},
): Promise<BrowserContext> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: isRoot ? ['--no-sandbox', ...args] : args,
  })
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options })
  context.on('close', () => void browser.close())
  return context
}
