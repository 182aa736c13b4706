import { ApiError } from '@cresyl/contract/api/errors'
import { toastDurations } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { type Answers, refuse } from './support/server.ts'
import { chooseAction, expectCount, expectGone, expectTexts, isolated, saying } from './support/steps.ts'

const sentence = 'The archive is closed today.\nTry again tomorrow.'
const alerts = page.getByRole('alert')

/** A list of projects whose changes are refused. */
async function openRefusing(names: string[], updateProject: Answers['updateProject']): Promise<void> {
  await openApp('/', 'manager', {
    ...withProjects(...names.map((name) => makeProject({ name }))),
    updateProject: updateProject ?? refuse('unavailable'),
  })
  await stopTime()
}

/** Nothing hides by itself until a test says so. */
async function stopTime(): Promise<void> {
  await expect.element(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
}

/** Waiting for something lets a little time pass, too: how much is told by the clock. */
const advanceTo = (time: number) => vi.advanceTimersByTimeAsync(time - Date.now())

afterEach(() => {
  vi.useRealTimers()
})

test("an error shows the server's sentence or the default one, at the top centre, for 8 seconds whatever happens", async () => {
  let told: string | undefined = sentence
  await openRefusing(['Liver'], () => {
    if (told === undefined) throw new ApiError('internal')
    throw new ApiError('unavailable', { detail: told })
  })
  await chooseAction('Liver', 'Archive')
  await expect.element(alerts).toBeVisible()
  const toast = alerts.element() as HTMLElement
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered tells whether the line break is kept
  expect(toast.innerText).toContain(sentence)
  const { y, x, width } = toast.getBoundingClientRect()
  expect(y).toBeLessThan(60)
  expect(Math.abs(x + width / 2 - 720)).toBeLessThan(10)
  await alerts.getByRole('button', { name: 'Close' }).click()
  await expectGone(alerts)

  told = undefined
  const before = Date.now()
  await chooseAction('Liver', 'Archive')
  await expect.element(alerts).toMatchTextContent(messages.somethingWentWrong)
  const after = Date.now()
  // It stays when the window loses the focus, or someone clicks elsewhere.
  dispatchEvent(new Event('blur'))
  await page.getByRole('heading', { name: 'Dashboard' }).click()
  await advanceTo(before + toastDurations.error - 1)
  expect(alerts.elements()).toHaveLength(1)
  await advanceTo(after + toastDurations.error)
  await expectGone(alerts)
})

test('a success stays for 6 seconds', async () => {
  await openApp('/', 'manager', withProjects(makeProject({ name: 'Liver' })))
  await stopTime()
  const toast = saying(`“${isolated('Liver')}” was archived.`)
  const before = Date.now()
  await chooseAction('Liver', 'Archive')
  await expect.element(toast).toBeVisible()
  const after = Date.now()
  await advanceTo(before + toastDurations.other - 1)
  expect(toast.elements()).toHaveLength(1)
  await advanceTo(after + toastDurations.other)
  await expectGone(toast)
})

test('several wait for their turn and none is lost', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
  const rest = names.map((name) => `${name} was refused.`)
  const sentences = [...rest]
  await openRefusing(names, () => {
    throw new ApiError('unavailable', { detail: rest.shift() ?? 'One too many.' })
  })
  for (const [index, name] of names.entries()) {
    await chooseAction(name, 'Archive')
    await expect.poll(() => rest).toHaveLength(names.length - index - 1)
    await expectCount(alerts, Math.min(index + 1, 3))
  }
  for (const [index] of names.entries()) {
    await expectTexts(alerts, sentences.slice(index, index + 3))
    await alerts.first().getByRole('button', { name: 'Close' }).click()
  }
  await expectGone(alerts)
})
