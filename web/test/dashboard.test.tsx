import { queryDefaults } from '@cresyl/contract/api/limits'
import type { Attention, Dashboard } from '@cresyl/contract/lab/dashboard'
import type { DemoState } from '@cresyl/contract/lab/demo'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  makeDashboard,
  makeProfile,
  makeProject,
  makeSlide,
  newId,
  sometime,
  withProjects,
} from './support/organization.ts'
import { emptyPage, pageOf, refuse } from './support/server.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectOff,
  expectTexts,
  hasSidewaysScroll,
  press,
} from './support/steps.ts'

const main = page.getByRole('main')
const section = (name: string) => page.getByRole('region', { name, exact: true })
const welcome = section('Welcome to Cresyl')
const projects = page.getByRole('list', { name: 'Projects' })

afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1440, 900)
})

test('an organisation with nothing says how to begin, and the welcome goes for good', async () => {
  let profile = makeProfile('admin', { welcomed: false })
  const { server, reload } = await openApp('/', 'admin', {
    readProfile: () => profile,
    updateProfile({ body: { welcomed = false } }) {
      profile = { ...profile, welcomed, version: 2 }
      return profile
    },
  })
  await expect.element(main).toMatchTextContent('Demo Pathology · 0 slides · 0 projects')
  await expectTexts(welcome.getByRole('listitem'), [/Upload a slide/, /View it/, /Invite colleagues/])
  await expect.element(main.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  for (const absent of ['Continue', 'New slides', 'Needs attention', 'Running']) {
    await expectCount(page.getByRole('heading', { name: absent }), 0)
  }
  await expectAccessible('a dashboard with nothing', main)
  await press(welcome.getByRole('button', { name: 'Dismiss the welcome' }))
  await expectGone(welcome)
  expect(server.sent('updateProfile')).toMatchObject([{ body: { welcomed: true } }])
  await reload()
  await expect.element(main.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expectCount(welcome, 0)
})

test('a guest is offered what guests may do, and told nothing of files', async () => {
  await openApp('/', 'guest', {
    readProfile: makeProfile('guest', { welcomed: false }),
    readDashboard: makeDashboard({ storage: null }),
  })
  await expectTexts(welcome.getByRole('listitem'), [/Slides arrive/, /View it/, /Set up your profile/])
  await expectCount(section('Storage'), 0)
  const upload = page.getByRole('button', { name: 'Upload slides' })
  await expectOff(upload)
  await expect.element(upload).toHaveAccessibleDescription(/You need the role User/)
})

test('slides are shown with what is known of them, and counted', async () => {
  const name = '<b>خزعة الكبد</b> 1'
  const project = makeProject({ name: 'Livers', slide_count: 1 })
  const slides = [
    makeSlide({ name, project: { id: project.id, name: project.name } }),
    makeSlide({ name: 'Lone slide' }),
  ]
  const cover = newId()
  await openApp('/', 'admin', {
    ...withProjects(project),
    listSlides: ({ query }) => pageOf(slides, query),
    readDashboard: makeDashboard({
      slide_count: 2,
      unsorted_count: 1,
      unsorted_covers: { cover_image_ids: [cover], virtual_cover_ids: [cover] },
    }),
  })
  await expect.element(main).toMatchTextContent('2 slides · 1 project')
  const newest = section('New slides')
  await expectCount(newest.getByRole('listitem'), 2)
  await expect.element(newest.getByRole('link', { name, exact: true })).toBeVisible()
  await expect
    .element(projects.getByRole('listitem').filter({ hasText: 'Livers' }))
    .toMatchTextContent('1 slide ')
  const unsorted = projects.getByRole('link', { name: 'Unsorted slides' })
  // Their newest are shown, and marked where no microscope saw them.
  const card = projects.getByRole('listitem').filter({ hasText: 'Unsorted slides' })
  await expect.element(card.getByText('Virtual')).toBeVisible()
  await expect.element(unsorted).toHaveAttribute('href', '/project/unsorted')
  await page.viewport(390, 844)
  await expect.element(unsorted).toBeVisible()
  // The frame takes its narrow form a moment later.
  await expect.poll(hasSidewaysScroll).toBe(false)
  await expectAccessible('slides on a phone')
})

test('what went wrong is told once, with a way to it', async () => {
  const results = Array.from({ length: 5 }, (_, index): Attention => {
    const title = `<i>broken</i> ${index}.svs`
    const message = 'The connection was lost. Send the file again.'
    return { kind: 'upload_failed', id: newId(), title, message, at: sometime, by: null }
  })
  let attention: Dashboard['attention'] = { count: 5, results }
  const { server } = await openApp('/', 'user', {
    readDashboard: () => makeDashboard({ attention }),
    seeAttention() {
      attention = { count: 0, results: [] }
      return undefined
    },
  })
  const region = section('Needs attention')
  const items = region.getByRole('listitem')
  await expectCount(items, 3)
  await expect.element(items.first()).toMatchTextContent('Upload failed: <i>broken</i> 0.svs')
  await expect.element(items.first()).toMatchTextContent('Send the file again.')
  await region.getByRole('button', { name: 'Show all 5' }).click()
  await expectCount(items, 5)
  await expectAccessible('what needs attention', region)
  await expect
    .element(region.getByRole('link', { name: 'Open the file' }).first())
    .toHaveAttribute('href', `/uploads?file=${results[0]?.id}`)
  await region.getByRole('button', { name: 'Mark as seen' }).click()
  await expectGone(region)
  // Just after the newest of them.
  expect(server.sent('seeAttention')).toMatchObject([{ body: { until: '2026-03-02T09:30:00.001Z' } }])
})

test('each part of the page fails by itself', async () => {
  const broken = refuse('internal', { detail: 'The database is tired.' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { server } = await openApp('/', 'user', {
    ...withProjects(makeProject({ name: 'Livers' })),
    readDashboard: broken,
    listRecentSlides: broken,
  })
  for (let tries = 1; tries <= queryDefaults.retries; tries++) {
    await expect.poll(() => server.sent('readDashboard').length).toBeGreaterThanOrEqual(tries)
    await expect.poll(() => server.sent('listRecentSlides').length).toBeGreaterThanOrEqual(tries)
    await vi.advanceTimersByTimeAsync(queryDefaults.maxRetryDelay)
  }
  const alerts = page.getByRole('alert')
  await expectCount(alerts, 2)
  await expect.element(alerts.first()).toMatchTextContent('The database is tired.')
  await expectCount(projects.getByRole('listitem'), 1)
  server.answer({ readDashboard: makeDashboard(), listRecentSlides: emptyPage })
  await alerts.first().getByRole('button', { name: 'Try again' }).click()
  await expectCount(alerts, 1)
  await alerts.first().getByRole('button', { name: 'Try again' }).click()
  await expectCount(alerts, 0)
})

test('the strip of the demonstration says how far it is, and what goes with it', async () => {
  const demo = { arrived: 3, total: 8, job_id: null, slides: 8, projects: 4 }
  let state: DemoState = 'arriving'
  const { reload } = await openApp('/', 'admin', {
    readDemo: () => ({ ...demo, state }),
    removeDemo() {
      state = 'removing'
      return { ...demo, state }
    },
  })
  const strip = section('Demonstration')
  const remove = strip.getByRole('button', { name: 'Remove demonstration' })
  await expect.element(strip).toMatchTextContent('Demonstration slides are arriving: 3 of 8')
  await expect.element(strip.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '37')
  state = 'ready'
  await reload()
  await press(remove)
  const dialog = page.getByRole('alertdialog', { name: 'Remove the demonstration?' })
  await expect
    .element(dialog)
    .toMatchTextContent('8 demonstration slides and 4 demonstration projects will be removed')
  await expect.element(dialog).toMatchTextContent('Everything else stays')
  await expectAccessible('the question before the demonstration goes', dialog)
  await dialog.getByRole('button', { name: 'Remove demonstration' }).click()
  await expect.element(strip).toMatchTextContent('is being removed')
  state = 'failed'
  await reload()
  await expect.element(strip).toMatchTextContent('Something went wrong')
  await expect.element(remove).toBeVisible()
  state = 'removed'
  await reload()
  await expect.element(main.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expectCount(strip, 0)
})

test('/dashboard is the dashboard', async () => {
  await openApp('/dashboard', 'user')
  await expectAddress('/')
  await expect.element(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})
