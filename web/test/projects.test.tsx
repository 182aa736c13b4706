import { textLimits } from '@cresyl/contract/limits'
import type { Project } from '@cresyl/contract/projects'
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, newId, withProjects } from './support/organization.ts'
import { after, unreachable } from './support/server.ts'
import {
  actionsFor,
  chooseAction,
  expectAddress,
  expectCount,
  expectGone,
  expectOff,
  isolated,
  saying,
} from './support/steps.ts'

const nameField = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Name' })
const descriptionField = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Description' })
const creating = page.getByRole('dialog', { name: 'New project' })
const editing = page.getByRole('dialog', { name: 'Edit project' })
const create = creating.getByRole('button', { name: 'Create project' })
const save = editing.getByRole('button', { name: 'Save' })
const rowOf = (name: string) =>
  page
    .getByRole('list', { name: 'Projects' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
const show = (state: string) => page.getByRole('button', { name: state, exact: true }).click()

async function openCreating(): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).first().click()
  await expect.element(creating).toBeVisible()
}

/** On the page of a project. */
async function openEditing(project: Project): Promise<void> {
  await chooseAction(project.name, 'Edit')
  await expect.element(editing).toBeVisible()
}

test('a project is created and opened', async () => {
  const { server } = await openApp('/', 'manager')
  await openCreating()
  await nameField(creating).fill('  Kidney ')
  await descriptionField(creating).fill('PAS and silver stains.')
  await create.click()
  await expect.element(page.getByRole('heading', { name: 'Kidney', level: 1 })).toBeVisible()
  await expect.element(page.getByText('PAS and silver stains.')).toBeVisible()
  await expect.element(saying(`“${isolated('Kidney')}” was created.`)).toBeVisible()
  expect(server.sent('createProject')).toMatchObject([
    { body: { name: 'Kidney', description: 'PAS and silver stains.' } },
  ])
})

test('a project is edited, archived, taken out, deleted and restored from the list', async () => {
  const project = makeProject({ name: 'Kidney' })
  const { server } = await openApp('/', 'admin', withProjects(project))
  await chooseAction('Kidney', 'Edit')
  await nameField(editing).fill('Kidney cortex')
  await save.click()
  await expect.element(rowOf('Kidney cortex')).toBeVisible()
  expect(server.sent('updateProject')).toMatchObject([{ body: { name: 'Kidney cortex', version: 1 } }])

  await chooseAction('Kidney cortex', 'Archive')
  await expectGone(rowOf('Kidney cortex'))
  await show('Archived')
  await chooseAction('Kidney cortex', 'Take out of the archive')
  await expectGone(rowOf('Kidney cortex'))
  await show('Active')

  await chooseAction('Kidney cortex', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' })
  await expect.element(question).toMatchTextContent('Kidney cortex')
  expect(server.sent('deleteProject')).toEqual([])
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expectGone(rowOf('Kidney cortex'))
  await show('Deleted')
  await chooseAction('Kidney cortex', 'Restore')
  await expectGone(rowOf('Kidney cortex'))
  await show('Active')
  await expect.element(rowOf('Kidney cortex')).toBeVisible()
})

test('archiving can be undone at once', async () => {
  await openApp('/', 'manager', withProjects(makeProject({ name: 'Undone' })))
  await chooseAction('Undone', 'Archive')
  await expectGone(rowOf('Undone'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf('Undone')).toBeVisible()
})

test('an archived project says so, cannot be edited and can be taken out on its page', async () => {
  const project = makeProject({ name: 'Finished' })
  await openApp(`/project/${project.id}`, 'manager', withProjects(project))
  const upload = page.getByRole('button', { name: 'Upload', exact: true }).first()
  await chooseAction('Finished', 'Archive')
  await expect.element(page.getByText('This project is archived')).toBeVisible()
  await actionsFor('Finished').click()
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await expectOff(edit)
  await expect.element(edit).toMatchTextContent('Take it out of the archive first.')
  await userEvent.keyboard('{Escape}')
  await expectOff(upload)
  await page.getByRole('note').getByRole('button', { name: 'Take out of the archive' }).click()
  await expectGone(page.getByText('This project is archived'))
  await expectOff(upload, false)
})

test('a name that is taken is said beside the field, and nothing typed is lost', async () => {
  await openApp('/', 'manager', withProjects(makeProject({ name: 'Taken' })))
  await openCreating()
  await nameField(creating).fill('Taken')
  await descriptionField(creating).fill('Typed with care.')
  await create.click()
  await expect.element(nameField(creating)).toHaveAccessibleDescription(/exists already/)
  await expect.element(nameField(creating)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(descriptionField(creating)).toHaveValue('Typed with care.')
  await expectCount(page.getByRole('alert'), 0)

  await nameField(creating).fill('Taken again')
  await create.click()
  await expect.element(page.getByRole('heading', { name: 'Taken again', level: 1 })).toBeVisible()
})

test('a name is required and has a limit', async () => {
  const { server } = await openApp('/', 'manager')
  await openCreating()
  await nameField(creating).fill('   ')
  await create.click()
  await expect.element(nameField(creating)).toHaveAccessibleDescription('A name is required.')
  await nameField(creating).fill('n'.repeat(textLimits.name + 1))
  await expect
    .element(nameField(creating))
    .toHaveAccessibleDescription(`A name has at most ${textLimits.name} characters.`)
  await create.click()
  expect(server.sent('createProject')).toEqual([])
})

for (const way of ['Escape', 'a click beside it'] as const) {
  test(`${way} closes a form at once only while nothing is typed`, async () => {
    const close = () =>
      way === 'Escape'
        ? userEvent.keyboard('{Escape}')
        : userEvent.click(document.querySelector('.MuiDialog-container') as Element, {
            position: { x: 20, y: 880 },
          })
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
    const project = makeProject({ name: 'Draft' })
    await openApp(`/project/${project.id}`, 'manager', withProjects(project))
    await openEditing(project)
    await close()
    await expectGone(editing)

    await openEditing(project)
    await descriptionField(editing).fill('Typed with care.')
    await close()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectGone(question)
    await expect.element(descriptionField(editing)).toHaveValue('Typed with care.')
    await close()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expectGone(page.getByRole('dialog'))
  })
}

test('a double click on Create makes one project', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { createProject, ...projects } = withProjects()
  const { server } = await openApp('/', 'manager', {
    ...projects,
    createProject: after(released, createProject),
  })
  await openCreating()
  await nameField(creating).fill('Twice')
  await create.dblClick()
  release()
  await expect.element(page.getByRole('heading', { name: 'Twice', level: 1 })).toBeVisible()
  expect(server.sent('createProject')).toHaveLength(1)
})

test('a project that is sent again after a lost reply has the key of the first', async () => {
  const { server } = await openApp('/', 'manager', { createProject: unreachable })
  await openCreating()
  await nameField(creating).fill('Lost')
  await create.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  server.answer(withProjects())
  await create.click()
  await expect.element(page.getByRole('heading', { name: 'Lost', level: 1 })).toBeVisible()
  const keys = server.idempotencyKeys('createProject')
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).not.toBeNull()
})

test('a guest sees what others may do, and why not they', async () => {
  await openApp('/', 'guest', withProjects(makeProject({ name: 'Scanner acceptance' })))
  const button = page.getByRole('button', { name: 'New project' })
  await expectOff(button)
  await expect.element(button).toHaveAccessibleDescription(/You need the role Manager to create projects\./)
  await button.click({ force: true })
  await actionsFor('Scanner acceptance').click()
  for (const [action, reason] of [
    ['Edit', 'You need the role Manager to change projects.'],
    ['Archive', 'You need the role Manager to change projects.'],
    ['Delete', 'You need the role Organization Admin to delete projects.'],
  ] as const) {
    const item = page.getByRole('menuitem', { name: action })
    await expectOff(item)
    await expect.element(item).toMatchTextContent(reason)
  }
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByRole('menu'))
  await expectCount(page.getByRole('dialog'), 0)
  await expectCount(page.getByRole('button', { name: 'Deleted', exact: true }), 0)
})

const missingIds = { unknown: newId(), malformed: 'not-an-id', odd: '%2e%2e%2f' }
for (const [kind, id] of Object.entries(missingIds)) {
  for (const path of [`/project/${id}`, `/project/${id}/old`]) {
    const shown = path.replace(id, `(${kind} id)`)
    test(`a project that is not there says so at ${shown} and leads back`, async () => {
      await openApp(path, 'guest')
      await expect.element(page.getByRole('heading', { name: 'This project is not here' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to projects' }).click()
      await expect.element(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await expectAddress('/')
    })
  }
}

describe('when a colleague has saved meanwhile', () => {
  /** Someone edits a project that a colleague then changes. */
  async function meet(theirs: { name?: string; description?: string }) {
    const project = makeProject({ name: 'Shared', description: 'As it began.' })
    const answers = withProjects(project)
    const app = await openApp(`/project/${project.id}`, 'admin', answers)
    await openEditing(project)
    await expect.element(nameField(editing)).toHaveValue('Shared')
    answers.updateProject({ params: { id: project.id }, query: undefined, body: theirs })
    await descriptionField(editing).fill('From the admin.')
    await save.click()
    await expect
      .element(editing.getByRole('alert'))
      .toMatchTextContent('Someone else changed this project while you were editing')
    return app
  }

  test('the second to save may keep their own words', async () => {
    await meet({ description: 'From the manager.' })
    await expect.element(descriptionField(editing)).toHaveValue('From the admin.')
    await expect.element(editing.getByText('From the manager.')).toBeVisible()
    const choice = editing.getByRole('group', { name: 'Which description to keep' })
    await choice.getByRole('button', { name: 'Use theirs' }).click()
    await expect.element(descriptionField(editing)).toHaveValue('From the manager.')
    await choice.getByRole('button', { name: 'Keep mine' }).click()
    await expect.element(descriptionField(editing)).toHaveValue('From the admin.')
    await save.click()
    await expectGone(editing)
    await expect.element(page.getByText('From the admin.')).toBeVisible()
  })

  test('the second to save may take over the words of the first', async () => {
    await meet({ description: 'From the manager.' })
    await editing.getByRole('button', { name: 'Use theirs' }).click()
    await save.click()
    await expectGone(editing)
    await expect.element(page.getByText('From the manager.')).toBeVisible()
    await expectCount(page.getByText('From the admin.'), 0)
  })

  test('changes to different fields come together', async () => {
    const { server } = await meet({ name: 'Shared and renamed' })
    await expect.element(nameField(editing)).toHaveValue('Shared and renamed')
    await expect.element(descriptionField(editing)).toHaveValue('From the admin.')
    await save.click()
    await expectGone(editing)
    await expect.element(page.getByRole('heading', { name: 'Shared and renamed', level: 1 })).toBeVisible()
    await expect.element(page.getByText('From the admin.')).toBeVisible()
    expect(server.sent('updateProject').at(-1)?.body.version).toBe(2)
  })
})
