import type { AppConfig } from '@cresyl/contract/people/app-config'
import { expect } from 'vitest'
import { testIdentity } from '../identity/test-identity.ts'
import { startTestProvider, type TestProvider } from '../identity/test-provider.ts'
import { type TestBrowser, type TestTab, testBrowser } from './test-browser.ts'

export interface TestSession {
  server: TestProvider
  browser: TestBrowser
  online: boolean
  /** The provider's page answers the request the tab left for, and the app is loaded at the callback. */
  comeBack(tab: TestTab, answer?: Record<string, string>): TestTab
  /** A tab in which someone has signed in by hand. */
  signedIn(returnTo?: string): Promise<TestTab>
  /** The login page, after the provider was asked silently in vain. */
  atLogin(): Promise<TestTab>
  /** The provider answers with a code in hidden frames. */
  answerInFrames(): void
}

/** A browser and a provider; `changes` where that differs from the embedded one. */
export async function startTestSession(changes: Partial<AppConfig['identity']> = {}): Promise<TestSession> {
  const server = await startTestProvider(() => browser.time)
  const config = {
    version: '1',
    identity: testIdentity(server.issuer, changes),
    mail: false,
    upload_origin: 'http://127.0.0.1:8080',
    demo_users: [],
  }
  const browser = testBrowser(config, (...request) =>
    session.online ? fetch(...request) : Promise.reject(new TypeError('Failed to fetch')),
  )
  const session: TestSession = {
    server,
    browser,
    online: true,
    comeBack(tab, answer = { code: 'c' }) {
      const asked = parameters(tab.left.at(-1))
      server.nonce = asked.get('nonce') ?? ''
      const query = new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })
      tab.session.stop()
      return browser.openTab(`/?${query}`, tab.sessionStorage)
    },
    async signedIn(returnTo = '/reports') {
      const login = browser.openTab('/login')
      await login.session.signIn({ returnTo })
      const tab = session.comeBack(login)
      await tab.session.start()
      expect(tab.session.getState().status).toBe('signed-in')
      return tab
    },
    async atLogin() {
      const first = browser.openTab('/login?return-to=%2Freports')
      await first.session.start()
      const tab = session.comeBack(first, { error: 'login_required' })
      await tab.session.start()
      expect(tab.session.getState()).toEqual({ status: 'signed-out' })
      return tab
    },
    answerInFrames() {
      browser.answerInFrame = (asked) => {
        server.nonce = asked.get('nonce') ?? ''
        return { code: 'c' }
      }
    },
  }
  return session
}

export function parameters(address: string | undefined): URLSearchParams {
  return new URL(address ?? '').searchParams
}

export function eventually<Value>(look: () => Value) {
  return expect.poll(look, { timeout: 10_000, interval: 5 })
}
