import type { ChosenFile } from '../../../engine/uploads/uploader.ts'
import { isLeftOut } from './left-out.ts'

/** What someone dropped or chose. */
export interface Intake {
  files: ChosenFile[]
  /** Hidden and system files of folders. */
  leftOut: number
  /** Folders and files that the browser was not allowed to read. */
  unreadable: number
}

/** What of the browser's entries is needed; callbacks, as the browser has them. */
export type DroppedEntry = DroppedFile | DroppedFolder

interface DroppedFile {
  readonly isFile: true
  readonly isDirectory: false
  readonly name: string
  file(done: (file: File) => void, failed: (error: unknown) => void): void
}

interface DroppedFolder {
  readonly isFile: false
  readonly isDirectory: true
  readonly name: string
  createReader(): {
    readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void
  }
}

/** As a browser's folder input gives them: each says where in the folder it was. */
export function intakeOfChosen(chosen: Iterable<File>): Intake {
  const intake: Intake = { files: [], leftOut: 0, unreadable: 0 }
  for (const content of chosen) {
    const path = content.webkitRelativePath.split('/').slice(0, -1)
    // Who picks a single hidden file means it.
    const isHidden = path.length > 0 && [...path.slice(1), content.name].some(isLeftOut)
    if (isHidden) intake.leftOut += 1
    else intake.files.push({ content, folder: path.join('/') })
  }
  return intake
}

/** Everything below what was dropped. `onFound` hears how many files have been found so far. */
export async function intakeOfDropped(
  dropped: readonly DroppedEntry[],
  onFound: (count: number) => void = () => {},
): Promise<Intake> {
  const intake: Intake = { files: [], leftOut: 0, unreadable: 0 }
  const readFolder = async (folder: DroppedFolder, path: string) => {
    const reader = folder.createReader()
    for (;;) {
      // It gives some at a time, and none when there are no more.
      const entries = await new Promise<DroppedEntry[]>((done, failed) => reader.readEntries(done, failed))
      if (entries.length === 0) return
      const wanted = entries.filter(({ name }) => !isLeftOut(name))
      intake.leftOut += entries.length - wanted.length
      await takeAll(wanted, path)
    }
  }
  const takeAll = async (entries: readonly DroppedEntry[], path: string) => {
    const files = await Promise.all(entries.filter(({ isFile }) => isFile).map(openFile))
    for (const content of files) {
      if (content) intake.files.push({ content, folder: path })
      else intake.unreadable += 1
    }
    onFound(intake.files.length)
    for (const entry of entries) {
      if (!entry.isDirectory) continue
      await readFolder(entry, path === '' ? entry.name : `${path}/${entry.name}`).catch(() => {
        intake.unreadable += 1
      })
    }
  }
  await takeAll(dropped, '')
  return intake
}

async function openFile(entry: DroppedEntry): Promise<File | undefined> {
  if (!entry.isFile) return undefined
  return new Promise((done) => entry.file(done, () => done(undefined)))
}
