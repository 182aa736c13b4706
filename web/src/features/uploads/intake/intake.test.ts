import { expect, test } from 'vitest'
import { type DroppedEntry, intakeOfChosen, intakeOfDropped } from './intake.ts'
import { isLeftOut } from './left-out.ts'

/** A tree of what a browser gives for a drop: text is a file, an object a folder, null what can't be read. */
interface Tree {
  [name: string]: string | null | Tree
}

/** Browsers give no more at a time. */
const batch = 100

function entriesOf(tree: Tree): DroppedEntry[] {
  return Object.entries(tree).map(([name, content]) => entryOf(name, content))
}

function entryOf(name: string, content: Tree[string] | undefined): DroppedEntry {
  if (typeof content === 'string' || content === null || content === undefined) {
    return {
      isFile: true,
      isDirectory: false,
      name,
      file: (done, failed) =>
        typeof content === 'string' ? done(new File([content], name)) : failed(new Error('not allowed')),
    }
  }
  const left = entriesOf(content)
  const readEntries = (done: (entries: DroppedEntry[]) => void) => done(left.splice(0, batch))
  return { isFile: false, isDirectory: true, name, createReader: () => ({ readEntries }) }
}

const pathsOf = ({ files }: { files: { content: File; folder: string }[] }) =>
  files.map(({ content, folder }) => `${folder}/${content.name}`)

test('folders are gone through to the bottom, and each file knows its folder', async () => {
  const tree = { 'a.svs': 'a', scans: { 'b.svs': 'b', monday: { 'c.svs': 'c' }, empty: {} } }
  const intake = await intakeOfDropped(entriesOf(tree))
  expect(pathsOf(intake)).toEqual(['/a.svs', 'scans/b.svs', 'scans/monday/c.svs'])
  expect(intake).toMatchObject({ leftOut: 0, unreadable: 0 })
})

test('a folder with more files than a browser gives at a time is read to its end', async () => {
  const scans = Object.fromEntries(Array.from({ length: 3250 }, (_, index) => [`${index}.svs`, 'x']))
  const heard: number[] = []
  const intake = await intakeOfDropped(entriesOf({ scans }), (count) => heard.push(count))
  expect(intake.files).toHaveLength(3250)
  expect(heard.at(-1)).toBe(3250)
  expect(heard.length).toBeGreaterThan(30)
})

test('hidden and system files of folders are left out and counted', async () => {
  const scans = {
    '.DS_Store': 'x',
    'Thumbs.db': 'x',
    'desktop.ini': 'x',
    '.cache': { 'z.svs': 'z' },
    'a.svs': 'a',
  }
  const intake = await intakeOfDropped(entriesOf({ scans }))
  expect(pathsOf(intake)).toEqual(['scans/a.svs'])
  expect(intake.leftOut).toBe(4)
})

test('what may not be read is counted, and the rest is taken', async () => {
  const locked: DroppedEntry = {
    isFile: false,
    isDirectory: true,
    name: 'locked',
    createReader: () => ({ readEntries: (_, failed) => failed(new Error('not allowed')) }),
  }
  const intake = await intakeOfDropped([locked, ...entriesOf({ 'a.svs': 'a', 'b.svs': null })])
  expect(pathsOf(intake)).toEqual(['/a.svs'])
  expect(intake.unreadable).toBe(2)
})

test('files of a chosen folder come with their folder, without hidden ones', () => {
  const chosen = (path: string) => {
    const file = new File(['x'], path.split('/').at(-1) ?? '')
    return Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  }
  const paths = ['scans/a.svs', 'scans/monday/b.svs', 'scans/.DS_Store', 'scans/.git/c.svs', '.d.svs']
  const intake = intakeOfChosen(paths.map(chosen))
  expect(pathsOf(intake)).toEqual(['scans/a.svs', 'scans/monday/b.svs', '/.d.svs'])
  expect(intake.leftOut).toBe(2)
})

test('names of systems are known in any case, ordinary names are kept', () => {
  for (const name of ['.DS_Store', '._a.svs', 'THUMBS.DB', 'Desktop.ini']) expect(isLeftOut(name)).toBe(true)
  for (const name of ['a.svs', 'Thumbs.svs', 'desktop']) expect(isLeftOut(name)).toBe(false)
})
