import { permissionsOf, type RoleKey } from '@cresyl/contract/api/permissions'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { App } from '../../src/app/app.tsx'
import { readLast } from '../../src/app/remembered.tsx'
import { createApi } from '../../src/lib/api/api.ts'
import type { Session, SignedIn } from '../../src/lib/session/state.ts'
import { memoryStore } from '../../src/lib/storage/key-value-store.ts'
import { createPreferences } from '../../src/lib/storage/preferences.ts'
import { hideToast, toasts } from '../../src/ui/toast/toast-store.ts'
import { answersOf, config, makeOrganization, makePerson } from './organization.ts'
import { type Answers, TestServer } from './server.ts'

export interface TestApp {
  server: TestServer
  /** What this device remembers outlives it, as does the address. */
  reload(): Promise<void>
  /** As Back and Forward lead to another address: the app stays. */
  navigate(address: string): void
  /** Makes room for another one in the same test. */
  close(): void
}

/** The app at an address, for someone who is signed in, with a server that has what the answers say and nothing else. */
export async function openApp(address: string, role: RoleKey, answers: Answers = {}): Promise<TestApp> {
  const organization = makeOrganization()
  const server = new TestServer({ ...answersOf(organization, role), ...answers })
  const session = signedIn(organization, role)
  const api = createApi({ origin: location.origin, session, fetch: server.fetch })
  const preferences = createPreferences(memoryStore())
  const unsent = memoryStore()
  const complaints = collectComplaints()
  let root: Root
  const close = () => {
    root.unmount()
    forget()
  }
  onTestFinished(() => {
    close()
    expect([...server.faults, ...complaints()]).toEqual([])
  })
  const open = async () => {
    const remembered = await readLast(preferences)
    root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(
      <App
        config={config}
        session={session}
        api={api}
        preferences={preferences}
        remembered={remembered}
        unsent={unsent}
      />,
    )
  }
  history.replaceState(null, '', address)
  await open()
  return {
    server,
    async reload() {
      close()
      await open()
    },
    navigate(address) {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    close,
  }
}

function forget(): void {
  document.body.replaceChildren()
  for (let shown = toasts.visible(); shown.length > 0; shown = toasts.visible()) {
    for (const { id } of shown) hideToast(id)
  }
  sessionStorage.clear()
  localStorage.clear()
}

function signedIn(organization: ReturnType<typeof makeOrganization>, role: RoleKey): Session {
  const { id, name, display_name } = organization
  const { id: userId, name: userName, email } = makePerson(role)
  let state: SignedIn = {
    status: 'signed-in',
    user: {
      id: userId,
      name: userName,
      email,
      picture: null,
      claims: {},
      org_id: id,
      org_name: name,
      org_display_name: display_name,
    },
    permissions: permissionsOf(role),
    superadmin: false,
    acting: false,
  }
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    learn(standing) {
      if (JSON.stringify({ ...state, ...standing }) === JSON.stringify(state)) return
      state = { ...state, ...standing }
      for (const listener of listeners) listener()
    },
    can: (permission) => state.permissions.includes(permission),
    accessToken: async () => 'token',
    renew: async () => 'token',
    takeNotice: () => null,
    start: async () => undefined,
    signIn: async () => undefined,
    switchOrganization: async () => undefined,
    signOut: async () => undefined,
    expire: () => undefined,
    stop: () => undefined,
  }
}

/** What is written to the console: React tells there of what is wrong with a component. */
function collectComplaints(): () => string[] {
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  return () =>
    spies.flatMap((spy) => {
      const told = spy.mock.calls.map((words) => words.join(' '))
      spy.mockRestore()
      return told
    })
}
