import { type RoleKey, roles } from '@cresyl/contract/api/permissions'
import { expect, type Locator, type Page } from '@playwright/test'
import { enterAs } from './signing-in.ts'
import { whenSeen } from './waiting.ts'

/** The button of the account menu: there exactly while someone is signed in. */
export const account = (page: Page): Locator => page.getByRole('button', { name: /^Your account/ })

export const demoButton = (page: Page, role: RoleKey): Locator =>
  page
    .getByRole('region', { name: 'Demo users' })
    .getByRole('button', { name: new RegExp(`^${roles[role].label}`) })

/** Opens a page of the app as someone who has just signed in. */
export async function signInAs(page: Page, role: RoleKey, path = '/'): Promise<void> {
  await enterAs(page, role, path)
  await whenSeen(account(page))
}

/** Leads the app elsewhere as its links do: nothing is loaded that is there already. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a page of the app signed out and signs in with one click. */
export async function signInByButton(page: Page, role: RoleKey, path = '/'): Promise<void> {
  await page.goto(path)
  await demoButton(page, role).click()
  await expect(account(page)).toBeVisible()
}

export async function signOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

export async function accessToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  return token ?? ''
}

/** The id of the one that they are in. */
export async function organizationOf(page: Page): Promise<string> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get('/api/organizations/current/', { headers })
  return (await reply.json()).id
}

export const storedKeys = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage))

/** What the app keeps of the session besides the access token; undefined when it keeps nothing. */
export function sessionRecord(page: Page): Promise<{ refreshToken: string } | undefined> {
  return page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('cresyl'))
    const record = await settled(database.transaction('session').objectStore('session').get('tokens'))
    database.close()
    return record
  })
}

/** As clearing what the site keeps does, while the page is open. */
export async function deleteDatabase(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('cresyl')
        deletion.onsuccess = () => resolve()
        deletion.onerror = () => reject(deletion.error)
      }),
  )
}

/**
 * Leaves nothing of the session in the browser, on a page where nothing runs:
 * the product would ask for something by itself, and have the session renewed for it.
 */
export async function forgetSession(page: Page): Promise<void> {
  // Of the context: pages are fetched by the service worker, which the routes of a page don't reach.
  await page
    .context()
    .route('/nothing', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="/favicon.svg">' }),
    )
  await page.goto('/nothing')
  await forgetSessionRecord(page)
  await page.evaluate(() => localStorage.clear())
}

export async function forgetSessionRecord(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cresyl')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const change = database.transaction('session', 'readwrite')
          change.objectStore('session').clear()
          change.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
}

/** The addresses at the embedded provider that the page itself is led through from now on. */
export function visitsToProvider(page: Page): string[] {
  const visited: string[] = []
  page.on('request', (request) => {
    const isOfPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isOfPage && request.url().includes('/oidc/')) visited.push(request.url())
  })
  return visited
}
