import { queryDefaults, uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { refuse } from './support/server.ts'
import { expectAddress, expectCount, expectGone, expectOff, isolated } from './support/steps.ts'

const main = page.getByRole('main')
const start = page.getByRole('button', { name: /^Upload( [\d,]+ files?, .+)?$/ })
const drafts = page.getByRole('list', { name: 'New files' })
const draft = (name: string) => drafts.getByRole('listitem').filter({ hasText: name })
const errors = page.getByRole('region', { name: 'Errors by file' })
const fileInputs = () => document.querySelectorAll('input[type=file]')
/** As many as can be in sight, with some above and below. */
const mostRows = 40
const grant = 'An Organization Admin can give it to you.'

afterEach(() => {
  vi.useRealTimers()
})

/** A file of a size, without the bytes. */
function makeFile(name: string, size: number): File {
  const file = new File([], name, { lastModified: 0 })
  return Object.defineProperty(file, 'size', { value: size })
}

async function drop(data: DataTransfer): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
  const target = document.querySelector('main') as Element
  for (const type of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
  }
}

async function dropFiles(...files: File[]): Promise<void> {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  await drop(data)
}

/** As the browser hands over what someone chose. */
async function choose(...files: File[]): Promise<void> {
  await expect.poll(() => fileInputs().length).toBeGreaterThan(0)
  const input = document.querySelector('input[type=file]:not([webkitdirectory])') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a guest finds no place to drop files, but the reason and who can change it', async () => {
  await openApp('/uploads', 'guest')
  await expect.element(main.getByRole('heading', { name: 'You can’t upload scan files here' })).toBeVisible()
  await expect.element(main).toMatchTextContent(`You need the role User to upload scan files. ${grant}`)
  await expect.element(main.getByRole('heading', { name: 'You may not see uploaded files' })).toBeVisible()
  await expect.element(main).toMatchTextContent(`You need the role User to see the files. ${grant}`)
  expect(fileInputs()).toHaveLength(0)
  await dropFiles(makeFile('one.svs', 2000))
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('You need the role User to upload scan files.')
  await expectAddress('/uploads')
})

test('while the organisation is not known nothing can be uploaded, and the page says why', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { server } = await openApp('/uploads', 'user', { currentOrganization: refuse('internal') })
  for (let tries = 1; tries <= queryDefaults.retries; tries++) {
    await expect.poll(() => server.sent('currentOrganization').length).toBeGreaterThanOrEqual(tries)
    await vi.advanceTimersByTimeAsync(queryDefaults.maxRetryDelay)
  }
  await expect.element(page.getByRole('heading', { name: 'You can’t upload scan files here' })).toBeVisible()
  await expect.element(main).toMatchTextContent('This needs an organisation')
  expect(fileInputs()).toHaveLength(0)
  await dropFiles(makeFile('one.svs', 2000))
  await expect.element(page.getByRole('alert')).toMatchTextContent('This needs an organisation')
})

test('every rule that a file breaks is told in the words of the catalogue, of all files at once', async () => {
  const { file: said } = messages
  const broken: [name: string, size: number, ...errors: string[]][] = [
    ['large.svs', uploadLimits.maxFileSize + 1, said.tooLarge],
    ['small.svs', uploadLimits.minFileSize - 1, said.tooSmall],
    ['photo.jpg', 2048, said.extensionNotAllowed('jpg')],
    ['scan', 2048, said.extensionRequired],
    ['left lung.svs', 2048, said.nameHasSpaces],
    ['lung#3.svs', 2048, said.nameHasInvalidCharacters(['#'])],
    ['a.b.ome.tiff', 2048, said.extensionNotAllowed('b.ome.tiff'), said.tooManyDots],
    [`${'n'.repeat(uploadLimits.maxNameLength)}.svs`, 2048, said.nameTooLong],
  ]
  await openApp('/uploads', 'user')
  await choose(
    ...broken.map(([name, size]) => makeFile(name, size)),
    makeFile('good.svs', 1024),
    makeFile('good.ome.tiff', 2048),
  )
  await expect.element(page.getByText('10 files: 2 ready to upload, 8 with errors')).toBeVisible()
  const expected = broken.flatMap(([name, , ...sentences]) => sentences.map((each) => `"${name}": ${each}`))
  await expect.poll(() => errors.element().textContent?.split('\n').sort()).toEqual(expected.sort())
  await expect.element(start).toHaveAccessibleName('Upload 2 files, 3 KB')
  for (const [name, , sentence = ''] of broken.slice(0, 3)) {
    await expect.element(draft(name)).toMatchTextContent(sentence)
  }

  // What no name can save is taken off the list.
  await page.getByRole('button', { name: 'Use suggested names' }).click()
  await expect.element(errors).not.toMatchTextContent('left lung.svs')
  await page.getByRole('button', { name: 'Remove files with errors' }).click()
  await expect.element(page.getByText(/^\d files, all ready to upload$/)).toBeVisible()
  await expectGone(errors)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()
})

test('a name that is offered, and one that is typed, is what the file is called from then on', async () => {
  await openApp('/uploads', 'user')
  await dropFiles(makeFile('photo.jpg', 3000))
  await expect.element(page.getByText('1 file that cannot be uploaded')).toBeVisible()
  await expectOff(start)
  await dropFiles(makeFile('left lung.svs', 3000))
  await page.getByRole('button', { name: `Use ${isolated('left_lung.svs')}` }).click()
  await expect
    .element(draft('left_lung.svs'))
    .toMatchTextContent(`on your computer: ${isolated('left lung.svs')}`)

  await draft('photo.jpg').getByRole('button', { name: 'Edit name or project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name and project' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await expect.element(dialog.getByText('File name is required')).toBeVisible()
  await name.fill('my slide')
  await expect.element(dialog.getByText('File name cannot contain spaces')).toBeVisible()
  await expect.element(dialog.getByText('File must have an extension')).toBeVisible()
  await name.fill('typed.svs')
  await expect.element(dialog.getByText(`On your computer: ${isolated('photo.jpg')}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('2 files, all ready to upload')).toBeVisible()
})

test('what is dropped and is no new file is not taken, and the page says why', async () => {
  await openApp('/uploads', 'user')
  const text = new DataTransfer()
  text.setData('text/plain', 'https://example.org/slide.svs')
  await drop(text)
  await expect.element(page.getByText('Text and links can’t be uploaded.')).toBeVisible()
  await expectAddress('/uploads')
  const once = makeFile('once.svs', 2000)
  await choose(once)
  await expect.element(page.getByText('1 file, ready to upload')).toBeVisible()
  await choose(once)
  await expect.element(page.getByText(`“${isolated('once.svs')}” is already in the list.`)).toBeVisible()
  // Who reloads the page would lose what is prepared.
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await expectCount(drafts.getByRole('listitem'), 1)
  await choose(makeFile('once.svs', 3000))
  await expectCount(drafts.getByRole('listitem'), 2)
  await expect
    .element(page.getByText(`More than one of these files is called “${isolated('once.svs')}”.`))
    .toBeVisible()
})

test('a project is created on the spot', async () => {
  const { server } = await openApp('/uploads', 'manager', withProjects())
  await choose(makeFile('one.svs', 2000))
  const field = page.getByRole('combobox', { name: 'Project' }).first()
  await expect.element(field).toHaveAttribute('placeholder', 'Unsorted')
  await field.fill('Made while uploading')
  await page.getByRole('option', { name: `Create project “${isolated('Made while uploading')}”` }).click()
  await expect.element(page.getByText(`“${isolated('Made while uploading')}” was created.`)).toBeVisible()
  await expect.element(field).toHaveValue('Made while uploading')
  expect(server.sent('createProject')).toMatchObject([{ body: { name: 'Made while uploading' } }])
})

test('who may not create projects is offered only those that are there', async () => {
  await openApp('/uploads', 'user', withProjects(makeProject({ name: 'Kidney' })))
  await choose(makeFile('one.svs', 2000))
  await page.getByRole('combobox', { name: 'Project' }).first().fill('Nobody made this')
  await expect.element(page.getByText('No project found')).toBeVisible()
  await expectCount(page.getByRole('option'), 0)
})

test('of two hundred files only rows in sight are drawn, and each can be found', async () => {
  await openApp('/uploads', 'user')
  await choose(
    ...Array.from({ length: 200 }, (_, index) => makeFile(`n${String(index).padStart(3, '0')}.svs`, 2000)),
  )
  await expect.element(page.getByText('200 files, all ready to upload')).toBeVisible()
  const rows = drafts.getByRole('listitem')
  await expect.element(draft('n000.svs')).toBeVisible()
  expect(rows.elements().length).toBeLessThan(mostRows)
  await expect
    .poll(() => {
      rows.last().element().scrollIntoView()
      return draft('n199.svs').elements().length
    })
    .toBe(1)
  expect(rows.elements().length).toBeLessThan(mostRows)
})
