import type { Page } from '@playwright/test'
import {
  dragThrough,
  fromMiddle,
  openTab,
  removeAll,
  rows,
  storedOn,
  tool,
  whenSaved,
} from '../support/annotation-steps.ts'
import { noConnection } from '../support/complaints.ts'
import { addPerson, signInWithPassword } from '../support/people.ts'
import { account, signInAs, storedKeys } from '../support/person.ts'
import type { Product } from '../support/product.ts'
import { whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import type { Place } from '../support/viewer-view-steps.ts'

// Without it the app would not start without a connection.
test.use({ serviceWorkers: 'allow' })

const batches = '**/api/annotations/batches/'
const notSaved = (page: Page, count: string) =>
  expect(page.getByRole('status').filter({ hasText: `${count} not saved` })).toBeVisible()

/** A rectangle from one place to another, from the middle of the pane. */
async function drawBox(page: Page, from: Place, to: Place): Promise<void> {
  if ((await tool(page, 'Rectangle').getAttribute('aria-pressed')) === 'false') await page.keyboard.press('r')
  await expect(tool(page, 'Rectangle')).toHaveAttribute('aria-pressed', 'true')
  await dragThrough(page, await fromMiddle(page, [from, to]))
}

async function load(page: Page): Promise<void> {
  await whenLoaded(page)
  await openTab(page)
}

// Replies that get lost are tried without a browser in outbox.test.ts.
test('what is drawn without a connection is told, outlasts a reload, and is saved once', {
  tag: '@long',
}, async ({ page, context, slides, complaints }) => {
  complaints.expect(noConnection)
  // Whoever leaves with something unsaved is asked.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  const { slide } = slides.of('tissue')
  const stored = () => storedOn(page, slide.image_id)
  await signInAs(page, 'admin', `/slide/${slide.id}`)
  await load(page)
  await drawBox(page, { x: -150, y: -100 }, { x: -90, y: -60 })
  await whenSaved(page)

  await test.step('offline it is told, and one goes on', async () => {
    await context.setOffline(true)
    await drawBox(page, { x: -50, y: -100 }, { x: 10, y: -60 })
    await notSaved(page, '1 annotation')
    await drawBox(page, { x: 50, y: -100 }, { x: 110, y: -60 })
    await notSaved(page, '2 annotations')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).filter({ hasText: 'Not saved yet' })).toHaveCount(2)
  })

  await test.step('after a reload it is there, and still told', async () => {
    // The page itself comes from the server; what is saved doesn't get there yet.
    await context.route(batches, (route) => route.abort())
    await context.setOffline(false)
    await page.reload()
    await load(page)
    expect(asked).toEqual(['beforeunload'])
    await notSaved(page, '2 annotations')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).filter({ hasText: 'Not saved yet' })).toHaveCount(2)
    expect(await stored()).toHaveLength(1)
  })

  await test.step('with a reply that gets lost it is saved once', async () => {
    await context.unroute(batches)
    const keys: (string | undefined)[] = []
    await context.route(batches, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const reply = await route.fetch()
      if (keys.length === 1) await route.abort()
      else await route.fulfill({ response: reply })
    })
    // Until the second time: by itself it waits longer from try to try.
    const tryNow = page.getByRole('button', { name: 'Try now' })
    const tries = async () => {
      await tryNow.click({ timeout: 500 }).catch(() => undefined)
      return keys.length
    }
    await expect.poll(tries).toBeGreaterThan(1)
    await whenSaved(page)
    await expect(rows(page).filter({ hasText: 'Not saved yet' })).toHaveCount(0)
    expect(await stored()).toHaveLength(3)
    // The same was sent again under the same key.
    expect(keys[1]).toBe(keys[0])
    await context.unroute(batches)
    await page.reload()
    await load(page)
    await expect(rows(page)).toHaveCount(3)
    expect(asked).toHaveLength(1)
  })
  await removeAll(page, slide.image_id)
})

test('a reload without a connection tells what is kept of which slide, also where the session could not be renewed, and goes on by itself', async ({
  page,
  context,
  slides,
  complaints,
}) => {
  complaints.expect(noConnection)
  page.on('dialog', (dialog) => dialog.accept())
  const { slide } = slides.of('tissue')
  const connection = page.getByRole('status', { name: 'Connection' })
  await signInAs(page, 'admin', `/slide/${slide.id}`)
  await load(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await drawBox(page, { x: -50, y: -100 }, { x: 10, y: -60 })
  await notSaved(page, '1 annotation')

  await test.step('the app starts, and says so', async () => {
    await page.reload()
    await expect(connection).toContainText('No connection to the server.')
    await expect(connection).toContainText(`1 annotation of slide \u2068${slide.name}\u2069 is kept`)
    await expect(page.getByRole('alert')).toBeVisible()
  })

  await test.step('nothing but the app itself is kept for that', async () => {
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.sort()).toEqual(['/', expect.stringMatching(/^\/assets\/shell-\w+\.pack$/)])
  })

  await test.step('with the connection back it is saved, and the slide is shown', async () => {
    await context.setOffline(false)
    await load(page)
    await expect(connection).toBeEmpty()
    await whenSaved(page)
    await expect(rows(page)).toHaveCount(1)
    expect(await storedOn(page, slide.image_id)).toHaveLength(1)
  })

  await test.step('where the session could not be renewed, the login page tells so, and it goes on', async () => {
    await context.setOffline(true)
    await drawBox(page, { x: 50, y: -100 }, { x: 110, y: -60 })
    await notSaved(page, '1 annotation')
    await expireTokens(page)
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('alert')).toContainText('1 annotation of slide')
    await context.setOffline(false)
    await load(page)
    await whenSaved(page)
    expect(await storedOn(page, slide.image_id)).toHaveLength(2)
  })
  await removeAll(page, slide.image_id)
})

/** As if the page had been opened too long ago. */
const expireTokens = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cresyl')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const change = opening.result.transaction('session', 'readwrite')
          const store = change.objectStore('session')
          const reading = store.get('tokens')
          reading.onsuccess = () => store.put({ ...reading.result, expiresAt: 0, renewAt: 0 }, 'tokens')
          change.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )

async function disable(product: Product, id: string, disabled: boolean): Promise<void> {
  const reply = await fetch(`${product.origin}/api/users/${id}/`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${await product.tokenOf('admin')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ disabled }),
  })
  expect(reply.status).toBe(200)
}

test('a session that ends before all is saved loses nothing: it is sent after the next sign-in', async ({
  page,
  context,
  product,
  slides,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|40[01]/)
  page.on('dialog', (dialog) => dialog.accept())
  const { slide } = slides.of('tissue')
  const person = await addPerson(product, { role: 'user' })
  await signInWithPassword(page, person, `/slide/${slide.id}`)
  await load(page)
  await context.route(batches, (route) => route.abort())
  await drawBox(page, { x: -150, y: -100 }, { x: -90, y: -60 })
  await notSaved(page, '1 annotation')
  await disable(product, person.id, true)
  await context.unroute(batches)
  // Whatever asks first is refused: that clears local storage and leads away.
  await expect(page).toHaveURL(/\/login/)
  expect(await storedKeys(page)).toEqual([])

  await disable(product, person.id, false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(slide.id))
  await load(page)
  await expect(rows(page)).toHaveCount(1)
  await whenSaved(page)
  expect(await storedOn(page, slide.image_id)).toMatchObject([{ created_by: { id: person.id } }])
  await removeAll(page, slide.image_id)
})
