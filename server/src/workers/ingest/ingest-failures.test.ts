import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { damageTiles, stripedTiff, writeSingleLevel } from './test-support/made-files.ts'
import { openTestIngest, type TestIngest } from './test-support/test-ingest.ts'

vi.setConfig({ testTimeout: 60_000 })

let ingest: TestIngest

beforeAll(async () => {
  ingest = await openTestIngest()
})

afterAll(() => ingest.close())

const slideOf = async (fileId: string) =>
  (await ingest.rows('select * from slides where file_id = $1', fileId))[0]
const workFolders = () => readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))

describe('a file that can not be read', () => {
  const pdf = Buffer.from('%PDF-1.7 and so on'.repeat(100))

  test('says what it is and which formats are read, and leaves one failed image and no slide', async () => {
    const file = await ingest.add(pdf, { name: 'scan.mar' })
    const job = await ingest.read(file)
    expect(job).toMatchObject({ state: 'failed', attempt: 1 })
    expect(job.message).toMatch(
      /^This is not a slide format that Cresyl can read\. Export it as .+ or .+ and upload that\. Details: it begins with 25 50 44 46 .*\(a PDF document\)\.$/,
    )
    const { state, reading_state, reading_message, sha256 } = await ingest.fileRow(file.id)
    expect([state, reading_state, reading_message]).toEqual(['stored', 'failed', job.message])
    expect(sha256).toEqual(createHash('sha256').update(pdf).digest())
    const images = await ingest.imageRows(file.id)
    expect(images).toMatchObject([
      { kind: 'source', part: 'image 0', state: 'failed', state_message: job.message, slide_id: null },
    ])
    expect(await slideOf(file.id)).toBeUndefined()
  })

  test('is read where a slide lies within it, and says what it holds where none does', async () => {
    const header = Buffer.from('MARFILE'.padEnd(3000, '\x03'))
    const bytes = (side: number) =>
      Buffer.concat([header, stripedTiff({ width: side, height: side }, (x, y) => (x + y) & 255)])
    const file = await ingest.add(bytes(2048), { name: 'scan.mar' })
    expect(await ingest.read(file)).toMatchObject({ state: 'succeeded' })
    const [image] = await ingest.imageRows(file.id)
    expect(image).toMatchObject({ state: 'ready', width: 2048, vendor: 'generic-tiff' })
    expect(image?.metadata).toMatchObject({ 'Found within the file': 'a TIFF at byte 3000' })

    const small = await ingest.add(bytes(90), { name: 'small.mar' })
    expect((await ingest.read(small)).message).toMatch(
      / Details: it begins with 4d 41 52 .+, in which TIFF files seem to begin at byte 3000; none of them could be opened as a slide\.$/,
    )
  })

  test('can be read later without being sent again, and keeps the id of its image', async () => {
    const file = await ingest.add(pdf)
    await ingest.read(file)
    const [failed] = await ingest.imageRows(file.id)
    // A reader that knows the format comes to the same as a file whose format is known.
    const bytes = stripedTiff({ width: 90, height: 80 }, (x) => x & 255)
    const { organizationId } = ingest
    await ingest.queue.context.storage.put(
      { organizationId, path: `files/${file.id}/original` },
      (async function* () {
        yield bytes
      })(),
    )
    await ingest.rows('update files set size = $2 where id = $1', file.id, bytes.length)
    expect(await ingest.read(await ingest.again(file))).toMatchObject({ state: 'succeeded' })
    const images = await ingest.imageRows(file.id)
    expect(images).toMatchObject([{ id: failed?.id, state: 'ready', state_message: '', width: 90 }])
  })

  test('because nothing of it can be decoded fails with the reason', async () => {
    const bytes = stripedTiff({ width: 90, height: 80 }, (x) => x & 255)
    // LZW instead of none: the strips are no such stream.
    const at = bytes.indexOf(Buffer.from([3, 1, 3, 0, 1, 0, 0, 0, 1, 0]))
    bytes[at + 8] = 5
    const file = await ingest.add(bytes)
    const job = await ingest.read(file)
    expect([job.state, job.attempt]).toEqual(['failed', 1])
    expect(job.message).toMatch(/^The file is damaged\. Open it in the scanner’s software\./)
    expect(await slideOf(file.id)).toBeUndefined()
    expect(await workFolders()).toEqual([])
  })

  test('because most of its tiles are damaged fails with the reason', async () => {
    const path = join(ingest.queue.folder, 'spoilt.tiff')
    await writeSingleLevel(path, { width: 2300, height: 300, compressed: true })
    await damageTiles(path, 3)
    const file = await ingest.add(path)
    const job = await ingest.read(file)
    expect(job.message).toMatch(/^The file is damaged\. .+ upload it again\. Details: IFD 0 tile 0,0 .+\.$/)
    expect(await slideOf(file.id)).toBeUndefined()
  })

  test('because it has become another one in its folder shows nothing of what it was', async () => {
    const path = join(ingest.queue.folder, 'replaced.tiff')
    await writeFile(
      path,
      stripedTiff({ width: 90, height: 80 }, (x) => x & 255),
    )
    const file = await ingest.add(path, { importedFrom: path })
    expect(await ingest.read(file)).toMatchObject({ state: 'succeeded' })
    await writeFile(path, pdf)
    const job = await ingest.read(await ingest.again(file))
    expect(job.message).toMatch(
      /^This is not a slide format that Cresyl can read\. .+ put that in its folder\. /,
    )
    expect(await ingest.imageRows(file.id)).toMatchObject([{ state: 'failed', state_message: job.message }])
    expect(await slideOf(file.id)).toBeDefined()
    expect(await ingest.fileRow(file.id)).toMatchObject({ size: `${pdf.length}`, reading_state: 'failed' })
  })

  test('because it is not where it lay says so, and is tried again', async () => {
    const path = join(ingest.queue.folder, 'imported.tiff')
    const job = await ingest.read(await ingest.add(path, { importedFrom: path, size: 5 }))
    expect(job).toMatchObject({ state: 'failed', attempt: 2 })
    expect(job.message).toMatch(/^This file is no longer where it was when it was registered\. Ask .+\.$/)
  })

  test('for want of room says so, and leaves nothing behind', async () => {
    const path = join(ingest.queue.folder, 'quota.tiff')
    await writeSingleLevel(path, { width: 2100, height: 100 })
    const file = await ingest.add(path)
    const { organizationId } = ingest
    const setQuota = (bytes: number | null) =>
      ingest.rows('update organizations set quota_bytes = $2 where id = $1', organizationId, bytes)
    await setQuota(1)
    const job = await ingest.read(file)
    await setQuota(null)
    expect(job).toMatchObject({ state: 'failed' })
    expect(job.message).toMatch(
      /^The images made from this file could not be stored\. The storage quota of the organisation is used up/,
    )
    expect(await workFolders()).toEqual([])
    expect(await ingest.read(await ingest.again(file))).toMatchObject({ state: 'succeeded' })
  })
})
