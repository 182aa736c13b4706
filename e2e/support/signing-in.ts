import type { RoleKey } from '@cresyl/contract/api/permissions'
import { appConfig, appConfigElement } from '@cresyl/contract/people/app-config'
import { expect, type Page } from '@playwright/test'
import { createAuthorizationRequest } from '../../web/src/lib/identity/authorization-request.ts'
import { createProvider } from '../../web/src/lib/identity/provider.ts'
import { keepTransaction } from '../../web/src/lib/identity/transaction.ts'
import { memoryTextStorage } from '../../web/src/lib/storage/text-storage.ts'
import { emailOf } from './product.ts'

/**
 * Leads a page the way that a button for demo people leads it, without the page where the button is: loading that
 * one first would take half the time of a test. What comes back from the provider, the app itself believes or not.
 */
export async function enterAs(page: Page, role: RoleKey, path: string): Promise<void> {
  const { identity } = await readConfig(page)
  const provider = createProvider({ identity, fetch, now: Date.now })
  const wish = { returnTo: path, silent: false, extra: { demo_user: emailOf(role) } }
  const { url, transaction } = await createAuthorizationRequest(
    provider,
    new URL('/', identity.issuer).href,
    wish,
  )
  const kept = memoryTextStorage()
  keepTransaction(kept, transaction)
  const key = kept.key(0) ?? ''
  const remembering = await page.addInitScript(
    ([state, key, value]) => {
      if (location.search.includes(`state=${state}`)) sessionStorage.setItem(key, value)
    },
    [transaction.state, key, kept.getItem(key) ?? ''] as const,
  )
  await page.goto(url.href)
  await remembering.dispose()
}

async function readConfig(page: Page) {
  const reply = await page.request.get('/', { headers: { Accept: 'text/html' } })
  expect(reply.status()).toBe(200)
  const [, text = 'null'] =
    new RegExp(`<script[^>]*id="${appConfigElement}"[^>]*>([^<]*)</script>`).exec(await reply.text()) ?? []
  return appConfig.parse(JSON.parse(text))
}
