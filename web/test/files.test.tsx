import { type File, type FileStatus, fileStatusOf, statesOf } from '@cresyl/contract/files/files'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testFile } from '../src/features/files/test-file.ts'
import { openApp } from './support/app.tsx'
import { newId } from './support/organization.ts'
import { type Answers, pageOf } from './support/server.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectTexts,
  isolated,
  saying,
  tableRow,
} from './support/steps.ts'

const table = page.getByRole('table', { name: 'Files' })
const names = table.getByRole('rowheader')

function makeFile(name: string, status: FileStatus, changes: Partial<File> = {}): File {
  const { state, reading } = statesOf(status)
  return testFile({ id: newId(), name, state, reading_state: reading[0] ?? 'none', ...changes })
}

/** Files that are found and sorted as the server would. */
function withFiles(...files: File[]): Answers {
  return {
    listFiles({ query }) {
      const { search = '', status, mine, ordering } = query
      const found = files.filter(
        (file) => !mine && file.name.includes(search) && (!status || status.includes(fileStatusOf(file))),
      )
      const key = ordering.replace('-', '') as 'name' | 'size' | 'created_at' | 'updated_at'
      found.sort((a, b) => (a[key] < b[key] ? -1 : 1))
      return pageOf(ordering.startsWith('-') ? found.reverse() : found, query)
    },
    readFile: ({ params }) => files.find(({ id }) => id === params.id) ?? testFile(),
  }
}

test('each state of a file is told in words, with the reason where it went wrong', async () => {
  const words = {
    uploading: 'Uploading',
    waiting: 'Waiting to be read',
    reading: 'Reading',
    ready: 'Ready',
    unreadable: 'Could not be read',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } as const
  const reasons = {
    unreadable: { reading_message: 'This is no slide. Export it anew.' },
    failed: { state_message: '3 chunks failed' },
  }
  const files = Object.keys(words).map((status) =>
    makeFile(`${status}.svs`, status as FileStatus, reasons[status as keyof typeof reasons]),
  )
  await openApp('/uploads', 'user', withFiles(...files))
  for (const [status, word] of Object.entries(words)) {
    await expect.element(tableRow(`${status}.svs`).getByText(word, { exact: true })).toBeVisible()
  }
  await expect.element(tableRow('unreadable.svs')).toMatchTextContent('This is no slide. Export it anew.')
  await expect.element(tableRow('failed.svs')).toMatchTextContent('3 chunks failed')

  await page.getByRole('combobox', { name: 'State' }).click()
  for (const state of ['Failed', 'Cancelled']) {
    await page.getByRole('option', { name: state, exact: true }).click()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(saying(/^2 files$/)).toBeVisible()
  await expectAddress(/status=failed(%2C|,)cancelled/)
  await page.getByRole('group', { name: 'Whose files' }).getByRole('button', { name: 'Mine' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()
  await expectCount(names, files.length)
  await expectAddress('/uploads')
})

test('a thousand files are gone through page by page', async () => {
  const nameOf = (index: number) => `n${String(index).padStart(4, '0')}.svs`
  const files = Array.from({ length: 1001 }, (_, index) => makeFile(nameOf(index), 'ready'))
  const { reload } = await openApp('/uploads?ordering=name', 'user', withFiles(...files))
  await expect.element(saying(/^1–50 of 1,001$/)).toBeVisible()
  await expectCount(names, 50)
  const pages = page.getByRole('navigation', { name: 'Pages of files' })
  await pages.getByRole('button', { name: 'Go to page 21' }).click()
  await expect.element(saying(/^1,001–1,001 of 1,001$/)).toBeVisible()
  await expect.element(names.last()).toHaveTextContent(nameOf(1000))
  await reload()
  await expect.element(names.last()).toHaveTextContent(nameOf(1000))
})

test('files are sorted and searched, and Back takes a step back', async () => {
  const sizes = { 'a.svs': 2000, 'b.svs': 9000, 'c.svs': 4000 }
  const files = Object.entries(sizes).map(([name, size]) => makeFile(name, 'ready', { size }))
  await openApp('/uploads', 'user', withFiles(...files))
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expectTexts(names, [/a\.svs/, /b\.svs/, /c\.svs/])
  await page.getByRole('button', { name: 'Size', exact: true }).click()
  await expectTexts(names, [/b\.svs/, /c\.svs/, /a\.svs/])
  await page.getByRole('button', { name: 'Size', exact: true }).click()
  await expectTexts(names, [/a\.svs/, /c\.svs/, /b\.svs/])
  history.back()
  await expectTexts(names, [/b\.svs/, /c\.svs/, /a\.svs/])
  await page.getByRole('searchbox', { name: 'Search files by name' }).fill('c.svs')
  await expect.element(saying(/^1 file$/)).toBeVisible()
  await expectTexts(names, [/c\.svs/])
})

test('the details of a file have an address, and it can be read again', async () => {
  const file = makeFile('detailed.svs', 'unreadable', {
    size: 6_000_000,
    reading_message: 'This is no slide.',
    hash: 'ab'.repeat(32),
    created_by: { id: newId(), name: 'Yuki Tanaka', picture: null },
  })
  const { server } = await openApp('/uploads', 'user', {
    ...withFiles(file),
    rereadFile() {
      const again = { ...file, reading_state: 'pending' as const, reading_message: '', version: 2 }
      server.answer(withFiles(again))
      return again
    },
  })
  await table.getByRole('link', { name: 'detailed.svs' }).click()
  await expectAddress(`/uploads?file=${file.id}`)
  const details = page.getByRole('dialog', { name: 'File' })
  await expect.element(details.getByRole('heading', { name: 'detailed.svs' })).toBeVisible()
  for (const known of ['5.7 MB (6,000,000 bytes)', 'This is no slide.', 'Yuki Tanaka']) {
    await expect.element(details).toMatchTextContent(known)
  }
  await details.getByRole('button', { name: 'Read again' }).click()
  await expect.element(page.getByText(`Reading ${isolated('detailed.svs')} again.`)).toBeVisible()
  expect(server.sent('rereadFile')).toMatchObject([{ params: { id: file.id } }])
  await expect.element(details).toMatchTextContent('Waiting to be read')
  await details.getByRole('button', { name: 'Close' }).click()
  await expectGone(details)
  await expectAddress('/uploads')
})

test('a file that someone else uploads appears in the list and becomes ready by itself', async () => {
  const sent = makeFile('live.svs', 'uploading')
  const { server } = await openApp('/uploads', 'manager', withFiles())
  await expectCount(table, 0)
  server.answer(withFiles(sent))
  server.tell({ resource: 'files', id: sent.id })
  await expect.element(tableRow('live.svs').getByText('Uploading', { exact: true })).toBeVisible()
  server.answer(withFiles({ ...sent, state: 'stored', reading_state: 'ready', version: 2 }))
  server.tell({ resource: 'files', id: sent.id })
  await expect.element(tableRow('live.svs').getByText('Ready', { exact: true })).toBeVisible()
})

test('an upload of another browser is cancelled after a question', async () => {
  const sent = makeFile('given-up.svs', 'uploading')
  const { server } = await openApp('/uploads', 'manager', {
    ...withFiles(sent),
    abortMultipart: sent,
    updateFile({ body: { state = 'created', state_message = '' } }) {
      const aborted: File = { ...sent, state, state_message, version: 2 }
      server.answer(withFiles(aborted))
      return aborted
    },
  })
  await tableRow('given-up.svs')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel upload', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this upload?' })
  await expect.element(question).toMatchTextContent('If another browser is still sending the file')
  expect(server.sent('abortMultipart')).toEqual([])
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await expect
    .element(page.getByText(`The upload of ${isolated('given-up.svs')} was cancelled.`))
    .toBeVisible()
  await expect.element(tableRow('given-up.svs').getByText('Cancelled', { exact: true })).toBeVisible()
})

test('what came to nothing is dismissed, what is stored after a question', async () => {
  const files = [
    makeFile('cut.svs', 'failed'),
    makeFile('text.svs', 'unreadable'),
    makeFile('ok.svs', 'ready'),
  ]
  const { server } = await openApp('/uploads', 'admin', {
    ...withFiles(...files),
    deleteFile({ params }) {
      files.splice(
        files.findIndex(({ id }) => id === params.id),
        1,
      )
      server.answer(withFiles(...files))
    },
  })
  const openMenu = (name: string) =>
    tableRow(name)
      .getByRole('button', { name: /^Actions for/ })
      .click()
  const dismiss = page.getByRole('menuitem', { name: 'Dismiss' })
  await openMenu('ok.svs')
  await expect.element(page.getByRole('menuitem', { name: 'Download' })).toBeVisible()
  await expectGone(dismiss)
  await userEvent.keyboard('{Escape}')
  await openMenu('cut.svs')
  await dismiss.click()
  await expectGone(tableRow('cut.svs'))
  await openMenu('text.svs')
  await dismiss.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expectGone(tableRow('text.svs'))
  await expectCount(names, 1)
})
