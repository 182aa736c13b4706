import { randomBytes } from 'node:crypto'
import { appendFile, link, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import { chunkSizeFor } from '../../contract/src/files/uploads.ts'
import type { Stage } from '../support/stage.ts'

/** How many parts travel at once, and how many programs send them where it isn't the page. */
export const connections = 5

/** Files of the same content: whole for the page, and in parts for those who send them one by one. */
export interface UploadContent {
  label: string
  partSize: number
  /** Of one file; a multiple of `connections`. */
  partCount: number
  /** Of each file. */
  size: number
  /** Of all files together. */
  megabytes: number
  /** The whole files. */
  paths: string[]
  /** So many as there are connections: the parts of a file are these again and again. */
  pieces: string[]
}

interface Wanted {
  label: string
  fileCount: number
  partMegabytes: number
  partCount: number
}

/** Random, so that nobody can make less of it. */
export async function makeContent(
  { folder: parent }: Stage,
  { label, fileCount, partMegabytes, partCount }: Wanted,
): Promise<UploadContent> {
  const partSize = partMegabytes * bytes.MB
  const size = partCount * partSize
  if (chunkSizeFor(size) !== partSize)
    throw new Error(`Files of ${size} bytes have other parts than ${label}.`)
  const folder = join(parent, `content-${fileCount}-of-${partCount * partMegabytes}`)
  await mkdir(folder)
  const pieces: string[] = []
  for (let number = 1; number <= connections; number += 1) {
    const piece = join(folder, `piece-${number}`)
    await writeFile(piece, randomBytes(partSize))
    pieces.push(piece)
  }
  const paths = Array.from({ length: fileCount }, (_, index) => join(folder, `bench-${index + 1}.svs`))
  const [first = '', ...others] = paths
  for (let part = 0; part < partCount; part += 1) {
    await appendFile(first, await readFile(pieces[part % connections] ?? ''))
  }
  for (const path of others) await link(first, path)
  return { label, partSize, partCount, size, megabytes: fileCount * partCount * partMegabytes, paths, pieces }
}
