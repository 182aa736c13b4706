import { ApiError } from '@cresyl/contract/api/errors'
import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { qcStates, type Slide } from '@cresyl/contract/slides/slides'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeJob } from '../src/features/jobs/test-job.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, makeSlide, sometime, withProjects } from './support/organization.ts'
import { type Answers, pageOf } from './support/server.ts'
import { expectCount, expectGone, expectOff, isolated, saying } from './support/steps.ts'

const grid = page.getByRole('grid', { name: 'Slides' })
const bar = page.getByRole('region', { name: 'Actions for the selected slides' })
/** In the gallery. */
const card = (name: string) => grid.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) })
const selected = grid.getByRole('gridcell', { selected: true })
const nameField = page.getByRole('textbox', { name: 'Name' })

const focus = (name: string) => (card(name).element() as HTMLElement).focus()

/** A project with slides "Case 001" to "Case n", which are kept as the server would. */
function withSlides(count: number, archived_at: string | null = null) {
  const project = makeProject({ name: 'Cases', slide_count: count, archived_at })
  let kept = Array.from({ length: count }, (_, n) =>
    makeSlide({
      name: `Case ${String(n + 1).padStart(3, '0')}`,
      project: { id: project.id, name: project.name },
      qc_state: qcStates[n % qcStates.length] ?? 'none',
    }),
  )
  const find = (id: string): Slide => {
    const slide = kept.find((each) => each.id === id)
    if (!slide) throw new ApiError('not_found')
    return slide
  }
  const change = (id: string, changes: Partial<Slide>): Slide => {
    const slide = find(id)
    const changed = { ...slide, ...changes, version: slide.version + 1 }
    kept = kept.map((each) => (each.id === id ? changed : each))
    return changed
  }
  const answers: Answers = {
    ...withProjects(project),
    listSlides: ({ query }) => pageOf(kept, query),
    readSlide: ({ params }) => find(params.id),
    updateSlide({ params, body: { version, name } }) {
      if (version !== undefined && version !== find(params.id).version) {
        throw new ApiError('stale_version', { current: find(params.id) })
      }
      return change(params.id, { ...(name !== undefined && { name }) })
    },
  }
  return { project, ids: kept.map(({ id }) => id), change, answers }
}

test('who comes back from a slide is where they were', async () => {
  const { project, ids, answers } = withSlides(6)
  // The slide itself never comes: of the viewer nothing is needed here.
  const readSlide = () => new Promise<never>(() => {})
  await openApp(`/project/${project.id}`, 'admin', { ...answers, readSlide })
  await expect.element(card('Case 002')).toBeVisible()
  focus('Case 002')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe(`/slide/${ids[1]}`)
  await expectGone(grid)
  history.back()
  await expect.element(card('Case 002')).toHaveFocus()
})

test('gallery and table are accessible, also while slides are selected and changed', async () => {
  const { project, answers } = withSlides(6)
  for (const view of ['gallery', 'table']) {
    const { close } = await openApp(
      `/project/${project.id}?view=${view}&columns=tissue,stain,state,size,by,created`,
      'admin',
      answers,
    )
    await grid
      .getByRole('checkbox')
      .nth(view === 'table' ? 1 : 0)
      .click()
    await expect.element(bar).toBeVisible()
    await expectAccessible(`slides as a ${view}`, page.getByRole('main'))
    if (view === 'gallery') {
      close()
      continue
    }
    await bar.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expectAccessible('new names for slides', page.getByRole('dialog'))
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))
    ;(grid.getByRole('row', { name: 'Case 003' }).element() as HTMLElement).focus()
    await userEvent.keyboard('i')
    await expect.element(nameField).toHaveValue('Case 003')
    await expectAccessible('details of a slide', page.getByRole('dialog'))
  }
})

test('keys select, extend and clear the selection and open the details, and what is begun with all is told', async () => {
  const { project, answers } = withSlides(20)
  const job = makeJob({ kind: 'qc_batch' })
  await openApp(`/project/${project.id}?view=gallery`, 'manager', {
    ...answers,
    createQcBatch: () => job,
    readJob: () => ({ ...job, log: [], log_cut: false }),
  })
  await expect.element(card('Case 001')).toBeVisible()
  focus('Case 001')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(card('Case 002')).toHaveFocus()
  await userEvent.keyboard(' {Shift>}{ArrowRight}{/Shift}')
  await expectCount(selected, 2)
  await userEvent.keyboard('{Escape}')
  await expectCount(selected, 0)
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(bar).toMatchTextContent('20 selected')
  for (const width of [1280, 1440]) {
    await page.viewport(width, 900)
    await expect.poll(() => cutButtons()).toEqual([])
  }
  await userEvent.keyboard('{Escape}i')
  await expect.element(nameField).toHaveValue('Case 003')
  await userEvent.keyboard('{Escape}')
  await expect.element(card('Case 003')).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await bar.getByRole('button', { name: 'Check quality' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check quality' }).click()
  await expect.element(page.getByText('Quality check of 20 slides started.').first()).toBeVisible()
})

test('a change of many slides that is under way can be cancelled', async () => {
  const { project, ids, answers } = withSlides(1)
  const job = makeJob({ kind: 'edit_slides', state: 'running' })
  const batch: SlideBatch = {
    id: job.id,
    action: { kind: 'delete' },
    job,
    total: 1,
    changed: 0,
    unchanged: 0,
    skipped: [],
    skipped_count: 0,
    undo_until: null,
    undone_by: null,
    undoes: null,
  }
  const { server } = await openApp(`/project/${project.id}?view=gallery`, 'admin', {
    ...answers,
    createSlideBatch: batch,
    readSlideBatch: batch,
    cancelJob: { ...job, cancelling: true },
  })
  await expect.element(card('Case 001')).toBeVisible()
  focus('Case 001')
  await userEvent.keyboard(' ')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const news = page.getByRole('region', { name: 'Changes to slides' })
  await expect.element(news).toMatchTextContent('Deleting slides · 0 of 1')
  await news.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => server.sent('cancelJob')).toMatchObject([{ params: { id: job.id } }])
  expect(server.sent('createSlideBatch')).toMatchObject([{ body: { selection: { slide_ids: ids } } }])
})

/** Of the bar: those that reach beyond it. */
function cutButtons(): string[] {
  const { right } = bar.element().getBoundingClientRect()
  const buttons = [...bar.element().querySelectorAll('button')]
  return buttons
    .filter((each) => each.getBoundingClientRect().right > right)
    .map(({ textContent }) => textContent)
}

test('two people editing one slide are told, and choose', async () => {
  const { project, ids, change, answers } = withSlides(1)
  await openApp(`/project/${project.id}?slide=${ids[0]}`, 'manager', answers)
  const drawer = page.getByRole('form', { name: 'Slide details' })
  const field = drawer.getByRole('textbox', { name: 'Name' })
  const save = drawer.getByRole('button', { name: 'Save' })
  await field.fill('Mine')
  change(ids[0] ?? '', { name: 'Theirs' })
  await save.click()
  await expect.element(drawer.getByRole('alert')).toMatchTextContent('Someone else changed this slide')
  await expect.element(field).toHaveValue('Mine')
  await drawer.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(field).toHaveValue('Theirs')
  await drawer.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expect.element(saying(`“${isolated('Mine')}” was saved.`)).toBeVisible()
  await expectOff(save)
  await expect.element(save).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(card('Mine')).toBeVisible()
})

test('a guest looks and is told what they may not, and who can grant it', async () => {
  const { project, answers } = withSlides(2)
  await openApp(`/project/${project.id}?view=gallery`, 'guest', answers)
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await expect.element(upload).toHaveAccessibleDescription(/You need the role User to upload scan files\./)
  await expectCount(page.getByRole('button', { name: 'Deleted' }), 0)
  await expect.element(card('Case 001')).toBeVisible()
  focus('Case 001')
  await userEvent.keyboard(' ')
  for (const [label, role] of [
    ['Rename', 'User'],
    ['Delete', 'Organization Admin'],
  ] as const) {
    const action = bar.getByRole('button', { name: label })
    await expectOff(action)
    await expect.element(action).toHaveAccessibleDescription(new RegExp(`You need the role ${role}`))
  }
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect
    .element(page.getByRole('tabpanel'))
    .toMatchTextContent('You need the role Manager to read the audit log.')
})

test('slides of an archived project can be looked at only, and the reason is told', async () => {
  const { project, answers } = withSlides(2, sometime)
  await openApp(`/project/${project.id}?view=gallery`, 'manager', answers)
  await expect.element(card('Case 002')).toBeVisible()
  focus('Case 002')
  await userEvent.keyboard(' ')
  await expect.element(bar.getByRole('button', { name: 'Rename' })).toHaveAccessibleDescription(/archived/)
  await userEvent.keyboard('i')
  await expect.element(nameField).toBeDisabled()
})

test('the slides in no project have a page of their own', async () => {
  const slide = makeSlide({ name: 'Lost' })
  await openApp('/project/unsorted?view=gallery', 'manager', {
    listSlides: ({ query }) => pageOf(query.unsorted ? [slide] : [], query),
  })
  await expect.element(page.getByRole('heading', { name: 'Unsorted slides', level: 1 })).toBeVisible()
  await expect.element(card('Lost')).toBeVisible()
  await page.getByRole('link', { name: 'Plain table' }).click()
  await expect.element(page.getByRole('link', { name: 'Lost' })).toBeVisible()
})
