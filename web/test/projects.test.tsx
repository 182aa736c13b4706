import { textLimits } from '@cresyl/contract/api/limits'
import type { Project } from '@cresyl/contract/lab/projects'
import { expect, test } from 'vitest'
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

test('a new project is sent only with a good name, nothing typed is lost, and it is made once and opened', async () => {
  const { createProject, ...projects } = withProjects(makeProject({ name: 'Taken' }))
  const { server } = await openApp('/', 'manager', { ...projects, createProject })
  await openCreating()
  const name = nameField(creating)
  await name.fill('   ')
  await create.click()
  await expect.element(name).toHaveAccessibleDescription('A name is required.')
  await name.fill('n'.repeat(textLimits.name + 1))
  await expect.element(name).toHaveAccessibleDescription(`A name has at most ${textLimits.name} characters.`)
  await create.click()
  expect(server.sent('createProject')).toEqual([])

  await name.fill('Taken')
  await descriptionField(creating).fill('PAS and silver stains.')
  await create.click()
  await expect.element(name).toHaveAccessibleDescription(/already exists/)
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(descriptionField(creating)).toHaveValue('PAS and silver stains.')
  await expectCount(page.getByRole('alert'), 0)

  // The reply is lost, and what is sent again has the key of the first.
  server.answer({ createProject: unreachable })
  await name.fill('  Kidney ')
  await create.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  server.answer({ createProject: after(released, createProject) })
  await create.dblClick()
  release()
  await expect.element(page.getByRole('heading', { name: 'Kidney', level: 1 })).toBeVisible()
  await expect.element(page.getByText('PAS and silver stains.')).toBeVisible()
  await expect.element(saying(`“${isolated('Kidney')}” was created.`)).toBeVisible()
  const sent = { body: { name: 'Kidney', description: 'PAS and silver stains.' } }
  expect(server.sent('createProject').slice(1)).toMatchObject([sent, sent])
  const [, first, second] = server.idempotencyKeys('createProject')
  expect(first).not.toBeNull()
  expect(second).toBe(first)
})

test('a project is edited, archived, brought back at once or later, deleted and restored from the list', async () => {
  const project = makeProject({ name: 'Kidney' })
  const { server } = await openApp('/', 'admin', withProjects(project))
  await chooseAction('Kidney', 'Edit')
  await nameField(editing).fill('Kidney cortex')
  await save.click()
  await expect.element(rowOf('Kidney cortex')).toBeVisible()
  expect(server.sent('updateProject')).toMatchObject([{ body: { name: 'Kidney cortex', version: 1 } }])

  await chooseAction('Kidney cortex', 'Archive')
  await expectGone(rowOf('Kidney cortex'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf('Kidney cortex')).toBeVisible()
  await chooseAction('Kidney cortex', 'Archive')
  await expectGone(rowOf('Kidney cortex'))
  await show('Archived')
  await chooseAction('Kidney cortex', 'Unarchive')
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

test('an archived project says so, cannot be edited and can be taken out on its page', async () => {
  const project = makeProject({ name: 'Finished' })
  await openApp(`/project/${project.id}`, 'manager', withProjects(project))
  const upload = page.getByRole('button', { name: 'Upload', exact: true }).first()
  await chooseAction('Finished', 'Archive')
  await expect.element(page.getByText('This project is archived')).toBeVisible()
  await actionsFor('Finished').click()
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await expectOff(edit)
  await expect.element(edit).toMatchTextContent('Unarchive it first.')
  await userEvent.keyboard('{Escape}')
  await expectOff(upload)
  await page.getByRole('note').getByRole('button', { name: 'Unarchive' }).click()
  await expectGone(page.getByText('This project is archived'))
  await expectOff(upload, false)
})

test('Escape and a click beside it close a form at once only while nothing is typed', async () => {
  const question = page.getByRole('alertdialog', { name: 'Discard your input?' })
  const project = makeProject({ name: 'Draft' })
  await openApp(`/project/${project.id}`, 'manager', withProjects(project))
  const pressEscape = () => userEvent.keyboard('{Escape}')
  const clickBeside = () =>
    userEvent.click(document.querySelector('.MuiDialog-container') as Element, {
      position: { x: 20, y: 880 },
    })
  for (const close of [pressEscape, clickBeside]) {
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
  }
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

test('a project that is not there says so, whatever its id, and leads back', async () => {
  const { navigate } = await openApp('/notifications', 'guest')
  const elsewhere = page.getByRole('heading', { name: 'Notifications', level: 1 })
  const missing = page.getByRole('heading', { name: 'Project not found' })
  for (const id of ['not-an-id', '%2e%2e%2f', newId()])
    for (const path of [`/project/${id}/old`, `/project/${id}`]) {
      navigate('/notifications')
      await expect.element(elsewhere).toBeVisible()
      navigate(path)
      await expect.element(missing).toBeVisible()
    }
  await page.getByRole('link', { name: 'Back to projects' }).click()
  await expect.element(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expectAddress('/')
})

test('who saves after a colleague keeps their own words or takes over those, and other fields come together', async () => {
  const project = makeProject({ name: 'Shared', description: 'As it began.' })
  const answers = withProjects(project)
  const { server } = await openApp(`/project/${project.id}`, 'admin', answers)

  /** Someone edits the project, which a colleague then changes. */
  async function meet(theirs: { name?: string; description?: string }, mine: string) {
    await openEditing(project)
    await expect.element(nameField(editing)).toHaveValue('Shared')
    answers.updateProject({ params: { id: project.id }, query: undefined, body: theirs })
    await descriptionField(editing).fill(mine)
    await save.click()
    await expect
      .element(editing.getByRole('alert'))
      .toMatchTextContent('Someone else changed this project while you were editing')
  }

  await meet({ description: 'From the manager.' }, 'From the admin.')
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

  await meet({ description: 'From the manager again.' }, 'From the admin again.')
  await editing.getByRole('button', { name: 'Use theirs' }).click()
  await save.click()
  await expectGone(editing)
  await expect.element(page.getByText('From the manager again.')).toBeVisible()
  await expectCount(page.getByText('From the admin again.'), 0)

  await meet({ name: 'Shared and renamed' }, 'From the admin at last.')
  await expect.element(nameField(editing)).toHaveValue('Shared and renamed')
  await expect.element(descriptionField(editing)).toHaveValue('From the admin at last.')
  const { version = 0 } = server.sent('updateProject').at(-1)?.body ?? {}
  await save.click()
  await expectGone(editing)
  await expect.element(page.getByRole('heading', { name: 'Shared and renamed', level: 1 })).toBeVisible()
  await expect.element(page.getByText('From the admin at last.')).toBeVisible()
  expect(server.sent('updateProject').at(-1)?.body.version).toBe(version + 1)
})
