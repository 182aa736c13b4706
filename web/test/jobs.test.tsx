import { type Job, type JobLogLine, jobLink } from '@cresyl/contract/operations/jobs'
import type { Server } from '@cresyl/contract/operations/servers'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeJob } from '../src/features/jobs/test-job.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { newId, sometime } from './support/organization.ts'
import { type Answers, pageOf, refuse } from './support/server.ts'
import { expectAddress, expectCount, expectGone, expectOff } from './support/steps.ts'

const checks = '/manage-org?tab=checks'
const drawer = page.getByRole('dialog')
const indicator = page
  .getByRole('banner')
  .getByRole('button', { name: /jobs? (running|waiting)|nothing is running/ })
const list = (name: string) => drawer.getByRole('list', { name, exact: true })

afterEach(() => page.viewport(1440, 900))

/** Jobs that are kept, as the server would. */
function withJobs(...initial: Job[]): Answers {
  let jobs = initial
  const change = (id: string, changes: Partial<Job>): Job => {
    const changed = { ...(jobs.find((each) => each.id === id) ?? makeJob()), ...changes }
    jobs = jobs.map((each) => (each.id === id ? changed : each))
    return changed
  }
  return {
    listJobs({ query }) {
      const { state, kind, parent_id = null } = query
      const found = jobs.filter(
        (job) =>
          job.parent_id === parent_id &&
          (!state || state.includes(job.state)) &&
          (!kind || kind.includes(job.kind)),
      )
      return pageOf(found, query)
    },
    readJob: ({ params }) => ({ ...change(params.id, {}), log: [], log_cut: false }),
    startJob({ body: { kind } }) {
      const batch = makeJob({ id: newId(), kind, children: { ...noChildren, total: 2, queued: 2 } })
      const part = (kind: Job['kind']) => makeJob({ id: newId(), kind, parent_id: batch.id })
      jobs = [...jobs, batch, part('check_storage'), part('check_audits')]
      return batch
    },
    cancelJob: ({ params }) => change(params.id, { state: 'cancelled', finished_at: sometime }),
    retryJob: ({ params }) => change(params.id, { state: 'queued', finished_at: null }),
  }
}

const noChildren = { total: 0, queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 }

test('a batch waits, is cancelled and tried again', async () => {
  const { server } = await openApp(checks, 'admin', withJobs())
  await expect.element(indicator).toHaveAccessibleName('Jobs: nothing is running')
  const everything = page.getByRole('button', { name: 'Check everything' })
  await everything.click()
  await expect.element(indicator).toHaveAccessibleName('1 job waiting')
  await expectOff(everything)

  await indicator.click()
  const waiting = list('Waiting')
  await expect.element(waiting.getByRole('button', { name: 'Check everything', exact: true })).toBeVisible()
  await waiting.getByRole('button', { name: '0 of 2 parts done' }).click()
  const parts = list('Parts of the batch')
  await expectCount(parts.getByRole('listitem'), 2)
  await expect.element(parts).toMatchTextContent('Check the audit log')

  // A batch is cancelled after a question, which is no failure.
  await drawer.getByRole('button', { name: 'Cancel: Check everything' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this batch?' })
  await expect.element(question.getByRole('button', { name: 'Keep it running' })).toHaveFocus()
  expect(server.sent('cancelJob')).toEqual([])
  await question.getByRole('button', { name: 'Cancel the batch' }).click()
  await expect.element(list('Finished')).toMatchTextContent('Cancelled')
  await expectGone(list('Waiting'))
  await expect.element(drawer).toMatchTextContent('Nothing is running.')
  await expect.element(list('Finished')).not.toMatchTextContent('Failed')

  await drawer.getByRole('button', { name: 'Try again: Check everything' }).click()
  await expect.element(list('Waiting')).toMatchTextContent('Check everything')
  await userEvent.keyboard('{Escape}')
  await expectGone(drawer)
  await expect.element(indicator).toHaveFocus()
  await expectAddress(checks)
})

test('a link opens its job over a page, and Close leads back to the page', async () => {
  const job = makeJob({ id: newId(), state: 'succeeded', finished_at: sometime })
  await openApp(jobLink(job.id), 'admin', withJobs(job))
  await expect.element(drawer.getByRole('heading', { name: 'Check stored files' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expectAddress('/')
  await expect.element(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('the link of a notification opens its job over the page one is on', async () => {
  const job = makeJob({ id: newId(), state: 'succeeded', finished_at: sometime })
  const notification = {
    id: newId(),
    kind: 'job.finished' as const,
    text: 'All is well.',
    link: jobLink(job.id),
    created_at: sometime,
    read_at: sometime,
  }
  await openApp('/?search=liver', 'admin', {
    ...withJobs(job),
    listNotifications: ({ query }) => ({ ...pageOf([notification], query), unread: 0 }),
  })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'All is well.' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Check stored files' })).toBeVisible()
  history.back()
  await expectGone(drawer)
  await expectAddress('/?search=liver')
})

test('a link to a job that is not there says so', async () => {
  await openApp(jobLink(newId()), 'admin', { readJob: refuse('not_found') })
  await expect.element(drawer).toMatchTextContent('This job cannot be shown')
})

test('a guest sees neither the jobs of administrators nor a way to start them', async () => {
  await openApp(checks, 'guest')
  await expect.element(page.getByRole('heading', { name: 'You may not see the checks' })).toBeVisible()
  await expectCount(page.getByRole('main').getByRole('button', { name: /Check/ }), 0)
  await expect.element(indicator).toHaveAccessibleName('Jobs: nothing is running')
  await indicator.click()
  await expect.element(drawer.getByRole('heading', { name: 'Nothing is running' })).toBeVisible()
})

const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

function withRunning(): Answers {
  const running = makeJob({
    id: newId(),
    state: 'running',
    stage: 'Reading stored files',
    progress: 0.4,
    finishes_at: from(100),
    machine: 'worker-1',
    started_at: from(-30),
  })
  const failed: Job = { ...running, id: newId(), state: 'failed', finished_at: from(-5) }
  const log = Array.from({ length: 80 }, (_, n): JobLogLine => {
    return { n, attempt: n < 40 ? 1 : 2, level: 'info', text: `Line ${n}`, at: from(n - 300) }
  })
  return { ...withJobs(running, failed), readJob: { ...running, log, log_cut: true } }
}

test('what runs shows how far it is and its log, and what failed leaves a mark until it was looked at', async () => {
  const { reload } = await openApp('/', 'admin', withRunning())
  await expect.element(indicator).toHaveAccessibleName('1 job running, 1 failed since you last looked')
  await indicator.click()
  const row = list('Running').getByRole('listitem')
  await expect
    .element(row.getByRole('progressbar', { name: 'Progress of Check stored files' }))
    .toHaveAttribute('aria-valuenow', '40')
  await expect.element(row).toMatchTextContent(/40%.*Reading stored files.*about 2 min left.*on worker-1/)
  await expectAccessible('jobs that run and have failed', drawer)

  // The log follows its end until the reader scrolls up.
  const opener = list('Running').getByRole('button', { name: 'Check stored files', exact: true })
  await opener.click()
  const log = drawer.getByRole('region', { name: 'Lines of the log' })
  const newest = log.getByText('Line 79')
  await expect.element(newest).toBeInViewport()
  await expect.element(drawer).toMatchTextContent('Only the newest lines are shown')
  await expect.element(log.getByRole('heading', { name: 'Attempt 2' })).toBeInTheDocument()
  await expectAccessible('a log', drawer)
  ;(log.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.element(log.getByText('Line 0', { exact: true })).toBeInViewport()
  await drawer.getByRole('button', { name: 'Go to the newest line' }).click()
  await expect.element(newest).toBeInViewport()
  await drawer.getByRole('button', { name: 'All jobs' }).click()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(indicator).toHaveAccessibleName('1 job running')
  await reload()
  await expect.element(indicator).toHaveAccessibleName('1 job running')
})

test('on a phone the drawer has the whole screen', async () => {
  await page.viewport(390, 844)
  await openApp('/', 'admin', withJobs(makeJob({ state: 'succeeded', finished_at: sometime })))
  await indicator.click()
  await expect.element(list('Finished')).toBeVisible()
  const { x, width } = drawer.element().getBoundingClientRect()
  expect({ x, width }).toEqual({ x: 0, width: 390 })
  await expectAccessible('jobs on a phone', drawer)
})

const machine: Server = {
  id: newId(),
  name: 'worker-1',
  roles: ['worker'],
  labels: [],
  version: '1',
  state: 'active',
  cores: 8,
  memory_bytes: 16e9,
  slots: 4,
  running_jobs: 0,
  started_at: sometime,
  last_seen_at: from(0),
}

test('who is told nothing of the machines sees which servers there are, and their own jobs', async () => {
  const known: Server = { ...machine, name: 'Server 1', cores: null, memory_bytes: null, slots: null }
  await openApp('/manage-org?tab=servers', 'admin', {
    listServers: ({ query }) => pageOf([{ ...known, running_jobs: 3 }], query),
  })
  const table = page.getByRole('table', { name: 'Servers' })
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/Server 1.*Active.*worker.*3/)
  expect(table.getByRole('columnheader', { name: /Cores|Memory/ }).elements()).toEqual([])
  await page.viewport(390, 844)
  await expect
    .element(page.getByRole('list', { name: 'Servers' }))
    .toMatchTextContent(/Server 1.*Active.*3 jobs running/)
})

test('the checks and the servers are accessible, on a phone too', async () => {
  const done = makeJob({ id: newId(), kind: 'check_organization', state: 'succeeded', finished_at: sometime })
  const { close } = await openApp(checks, 'admin', withJobs(done))
  await expect.element(page.getByText('Last run').first()).toBeVisible()
  await expectAccessible('the checks', page.getByRole('main'))
  close()
  await openApp('/manage-org?tab=servers', 'admin', {
    listServers: ({ query }) => pageOf([machine], query),
  })
  await expect
    .element(page.getByRole('table', { name: 'Servers' }).getByRole('row').nth(1))
    .toMatchTextContent(/Active.*worker.*0 of 4.*GB/)
  await expectAccessible('the servers', page.getByRole('main'))
  await page.viewport(390, 844)
  await expect
    .element(page.getByRole('list', { name: 'Servers' }))
    .toMatchTextContent(/Active.*0 of 4 jobs running/)
})
