import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { Locks } from '../identity/renewal.ts'
import { type TestWindows, testWindows } from '../identity/test-windows.ts'
import type { Person } from '../identity/tokens.ts'
import { type KeyValueStore, memoryStore } from '../storage/key-value-store.ts'
import { memoryTextStorage, type TextStorage } from '../storage/text-storage.ts'
import type { SessionEnvironment } from './environment.ts'
import { createSession } from './session.ts'
import type { Session } from './state.ts'

export const origin = 'http://localhost:8080'

export interface TestTab {
  session: Session
  address: string
  sessionStorage: TextStorage
  /** Pages that were loaded from this tab; the session behind it is then over, as in a browser. */
  left: string[]
  timers: { at: number; act: () => void }[]
  windows: TestWindows
  wake(): void
  /** Lets time pass, with all that was to happen in it. */
  pass(milliseconds: number): void
}

export interface TestBrowser {
  time: number
  localStorage: TextStorage
  store: KeyValueStore
  /** What the provider answers in a hidden frame to these parameters; null: nothing at all. */
  answerInFrame: (asked: URLSearchParams) => Record<string, string> | null
  /** Whose local storage was cleared, each time that it was. */
  cleared: Person[]
  /** Whether other tabs hear that somebody signed out only after they have seen what is gone. */
  tellsLate: boolean
  openTab(address: string, sessionStorage?: TextStorage): TestTab
}

/** Tabs that share storage, locks and messages, with a clock that is moved by hand. */
export function testBrowser(config: AppConfig, fetch: typeof globalThis.fetch): TestBrowser {
  const store = memoryStore()
  const local = memoryTextStorage()
  const locks = fakeLocks()
  const heard: { tab: TestTab; signedOut?: () => void; storage?: (key: string | null) => void }[] = []

  const browser: TestBrowser = {
    time: Math.floor(Date.now() / 1000) * 1000,
    localStorage: local,
    store,
    answerInFrame: () => ({ error: 'login_required' }),
    cleared: [],
    tellsLate: false,
    openTab(address, sessionStorage = memoryTextStorage()) {
      const windows = testWindows(({ name, address }) => {
        const asked = new URL(address).searchParams
        const answer = browser.answerInFrame(asked)
        const query = new URLSearchParams({ state: asked.get('state') ?? '', ...answer })
        if (answer) queueMicrotask(() => windows.answer({ window: name, query: `?${query}` }))
      })
      const tab: Omit<TestTab, 'session'> = {
        address,
        sessionStorage,
        left: [],
        timers: [],
        windows,
        wake: () => {},
        pass(milliseconds) {
          const end = browser.time + milliseconds
          for (;;) {
            const [next] = tab.timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
            if (!next) break
            tab.timers = tab.timers.filter((each) => each !== next)
            browser.time = next.at
            next.act()
          }
          browser.time = end
        },
      }
      const ears: (typeof heard)[number] = { tab: tab as TestTab }
      heard.push(ears)
      const others = () => heard.filter((other) => other !== ears)
      const environment: SessionEnvironment = {
        fetch,
        now: () => browser.time,
        after(milliseconds, act) {
          const timer = { at: browser.time + milliseconds, act }
          tab.timers.push(timer)
          return () => {
            tab.timers = tab.timers.filter((each) => each !== timer)
          }
        },
        localStorage: {
          getItem: local.getItem,
          key: local.key,
          get length() {
            return local.length
          },
          setItem(key, value) {
            local.setItem(key, value)
            for (const other of others()) other.storage?.(key)
          },
          removeItem(key) {
            const changed = local.getItem(key) !== null
            local.removeItem(key)
            if (changed) for (const other of others()) other.storage?.(key)
          },
          clear() {
            local.clear()
            for (const other of others()) other.storage?.(null)
          },
        },
        beforeClearing: (person) => void browser.cleared.push(person),
        sessionStorage,
        store,
        locks,
        page: {
          origin,
          address: () => tab.address,
          replace: (next) => {
            tab.address = next
          },
          leaveFor: (next) => void tab.left.push(next),
        },
        tabs: {
          tellSignedOut: () => {
            const tell = () => others().forEach((other) => void other.signedOut?.())
            if (browser.tellsLate) setTimeout(tell)
            else tell()
          },
          onSignedOut: (listener) => {
            ears.signedOut = listener
            return () => delete ears.signedOut
          },
          onStorage: (listener) => {
            ears.storage = listener
            return () => delete ears.storage
          },
        },
        windows,
        onWake: (listener) => {
          tab.wake = listener
          return () => {}
        },
        persistence: { timeout: 2000, attempts: 3, pause: 1 },
      }
      return Object.assign(tab, { session: createSession(config, environment) })
    },
  }
  return browser
}

/** One holder at a time per name, in the order of asking. */
export function fakeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    request(name, act) {
      const turn = (last.get(name) ?? Promise.resolve()).then(act, act)
      last.set(name, turn)
      return turn
    },
  }
}
