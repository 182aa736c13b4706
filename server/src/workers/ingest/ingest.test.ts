import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSpaceSchema } from '@cresyl/contract/slides/image-space'
import { channelStats } from '@cresyl/contract/slides/images'
import { makeSlide, readRegion } from '@cresyl/slides'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectImages } from '../../domain/slides/expect-images.ts'
import { loadShownImage } from '../../domain/viewers/load-shown-image.ts'
import { newId } from '../../platform/id.ts'
import { createSourceDescriber } from '../../platform/tiles/describe-source.ts'
import { damageTiles, patternAt, stripedTiff, writeSingleLevel } from './test-support/made-files.ts'
import { openTestIngest, type Row, type TestIngest } from './test-support/test-ingest.ts'

vi.setConfig({ testTimeout: 60_000 })

let ingest: TestIngest
let brightfield: string

beforeAll(async () => {
  ingest = await openTestIngest()
  brightfield = join(ingest.queue.folder, 'he.tiff')
  await makeSlide(brightfield, { stain: 'he', seed: 3, width: 700, height: 520 })
})

afterAll(() => ingest.close())

/** By the marker that begins a frame, baseline or progressive. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8))
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker === 0xffc0 || marker === 0xffc2) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
  }
  throw new Error('no frame')
}

async function thumbnailOf(image: Row) {
  const { body } = await ingest.queue.context.storage.get({
    organizationId: ingest.organizationId,
    path: image.thumbnail_path,
  })
  return jpegSize(Buffer.concat(await body.toArray()))
}

/** With its message, which says why where it isn't so. */
const succeeded = { state: 'succeeded', message: expect.stringMatching(/^(TIFF|OME-TIFF), /) }

const slideOf = async (fileId: string) =>
  (await ingest.rows('select * from slides where file_id = $1', fileId))[0]
const channelsOf = (imageId: string) =>
  ingest.rows('select * from channels where image_id = $1 order by index', imageId)
const shown = async (imageId: string) => {
  const { context } = ingest.queue
  const describeSource = createSourceDescriber(context.storage)
  return (await loadShownImage(context, describeSource, ingest.organizationId, imageId)).image
}
const workFolders = () => readdir(join(ingest.queue.context.config.slides.cacheDir, 'work'))

describe('a file that can be read', () => {
  test('has its images in the order in which lists have what is equally old', async () => {
    const { queue, organizationId } = ingest
    const { id } = await ingest.add(brightfield, { name: 'phases.tiff' })
    const names = Array.from({ length: 6 }, (_, phase) => `Phase ${phase + 1}`)
    const expected = names.map((name, index) => ({ part: `image ${index}`, kind: 'source' as const, name }))
    await queue.context.database.asSystem((tx) => expectImages(tx, { id, organizationId }, expected))
    const listed = await ingest.rows(
      'select name from images where file_id = $1 order by created_at desc, id',
      id,
    )
    expect(listed.map(({ name }) => name)).toEqual(names)
  })

  test('becomes a slide with its image, channels, statistics and thumbnail', async () => {
    const file = await ingest.add(brightfield, { name: 'Block.7.ome.tiff' })
    const job = await ingest.read(file)
    expect(job).toMatchObject({ state: 'succeeded', message: 'TIFF, 700 × 520 pixels.', progress: 1 })
    const [image = {}, ...others] = await ingest.imageRows(file.id)
    expect(others).toEqual([])
    const slide = await slideOf(file.id)
    expect(slide).toMatchObject({ name: 'Block.7', image_id: image.id, source_image_id: image.id })
    expect(image).toMatchObject({
      kind: 'source',
      part: 'image 0',
      state: 'ready',
      slide_id: slide?.id,
      vendor: 'generic-tiff',
      width: 700,
      height: 520,
      pixel_type: 'u8',
      bit_depth: 8,
      samples: 3,
      path: null,
      levels_path: null,
      thumbnail_path: `images/${image.id}/${file.jobId}_1/thumbnail.jpg`,
    })
    expect(imageSpaceSchema.parse(image.space)).toMatchObject({ width: 700, frame: image.id, unit: 'µm' })
    expect(await thumbnailOf(image)).toEqual({ width: 512, height: 380 })
    const [channel = {}, ...more] = await channelsOf(image.id)
    expect(more).toEqual([])
    const stats = channelStats.parse(channel.stats)
    expect(stats.histogram).toMatchObject({ low: 0, high: 256 })
    expect(stats.histogram.counts.reduce((sum, each) => sum + each)).toBe(700 * 520 * 3)
    expect(await ingest.fileRow(file.id)).toMatchObject({ reading_state: 'ready', reading_message: '' })
    const { image: opened, close } = await ingest.open(image)
    expect(image.levels.map((level: Row) => [level.width, level.tile_width])).toEqual(
      opened.levels.map((level) => [level.width, level.tileWidth]),
    )
    await close()
    const audits = await ingest.rows(
      `select details from audits where event = 'slide.created' and subject_id = $1`,
      slide?.id,
    )
    expect(audits).toEqual([{ details: { file_id: file.id, name: 'Block.7' } }])
    expect(await workFolders()).toEqual([])
  })

  test('without smaller levels gets them, of 16 bits without loss', async () => {
    const path = join(ingest.queue.folder, 'u16.ome.tiff')
    await writeSingleLevel(path, { width: 2300, height: 301, channels: 2 })
    const file = await ingest.add(path)
    expect(await ingest.read(file)).toMatchObject(succeeded)
    const [image = {}] = await ingest.imageRows(file.id)
    expect(image).toMatchObject({
      path: null,
      levels_path: `images/${image.id}/${file.jobId}_1/levels.tiff`,
      first_made_level: 1,
      pixel_type: 'u16',
    })
    expect(image.levels.map((level: Row) => [level.width, level.height])).toEqual([
      [2300, 301],
      [1150, 151],
      [575, 76],
      [288, 38],
    ])
    const { image: opened, close } = await ingest.open(image)
    const tile = await readRegion(opened, { level: 1, x: 700, y: 90, width: 3, height: 2, plane: { c: 1 } })
    const mean = (x: number, y: number) => {
      const four = [
        ...[patternAt(2 * x, 2 * y, 1), patternAt(2 * x + 1, 2 * y, 1)],
        ...[patternAt(2 * x, 2 * y + 1, 1), patternAt(2 * x + 1, 2 * y + 1, 1)],
      ]
      return Math.floor((four.reduce((sum, value) => sum + value) + 2) / 4)
    }
    expect([...tile.data]).toEqual([90, 91].flatMap((y) => [700, 701, 702].map((x) => mean(x, y))))
    await close()
    expect((await channelsOf(image.id)).map(({ name }) => name)).toEqual(['Dye 0', 'Dye 1'])
    expect(await thumbnailOf(image)).toEqual({ width: 512, height: 67 })
  })

  test('of which a tile is damaged is shown with that left blank, and says so', async () => {
    const path = join(ingest.queue.folder, 'spoilt.tiff')
    await writeSingleLevel(path, { width: 2300, height: 600, compressed: true })
    await damageTiles(path, 1)
    const file = await ingest.add(path)
    const job = await ingest.read(file)
    const remark =
      'One tile is damaged and left blank. Open it in the scanner’s software. If it is fine there, upload it again. Details: IFD 0 tile 0,0 Deflate: is damaged (invalid block type).'
    expect(job).toMatchObject({ state: 'succeeded', message: `TIFF, 2300 × 600 pixels. ${remark}` })
    expect(await ingest.queue.lines(job.id)).toEqual([`The slide: ${remark}`])
    const [image = {}] = await ingest.imageRows(file.id)
    expect(image).toMatchObject({ state: 'ready', state_message: remark, first_made_level: 1 })
    const { image: opened, close } = await ingest.open(image)
    const { data } = await readRegion(opened, { level: 1, x: 250, y: 10, width: 12, height: 1 })
    expect([...data].map((value) => value > 0)).toEqual(Array.from({ length: 12 }, (_, x) => x >= 6))
    await close()
  })

  test('in wide strips becomes a pyramid of tiles', async () => {
    const colour = (x: number, y: number, sample: number) => (x / 10 + y / 3 + sample * 40) & 255
    const file = await ingest.add(stripedTiff({ width: 2200, height: 300 }, colour))
    expect(await ingest.read(file)).toMatchObject(succeeded)
    const [image = {}] = await ingest.imageRows(file.id)
    expect(image).toMatchObject({
      path: `images/${image.id}/${file.jobId}_1/pyramid.tiff`,
      levels_path: null,
      first_made_level: null,
    })
    const { image: opened, close } = await ingest.open(image)
    expect(opened.levels[0]).toMatchObject({ width: 2200, height: 300, tileWidth: 256, compression: 'JPEG' })
    const tile = await opened.rawTile(0, 4, 0)
    expect(Math.abs((tile.data[300 * 3] as number) - colour(4 * 256 + 300 - 256, 1, 0))).toBeLessThan(8)
    await close()
  })

  test('of values that no level can be made of is shown as it is, and the log says so', async () => {
    const file = await ingest.add(stripedTiff({ width: 2100, height: 40, float: true }, (x, y) => x / 2 + y))
    const job = await ingest.read(file)
    expect(job.state).toBe('succeeded')
    expect(await ingest.queue.lines(job.id)).toEqual([
      'The slide is shown as it is: smaller levels cannot be made of values of type f32.',
    ])
    const [image = {}] = await ingest.imageRows(file.id)
    expect(image).toMatchObject({ path: null, levels_path: null, pixel_type: 'f32' })
    const [channel = {}] = await channelsOf(image.id)
    expect(channelStats.parse(channel.stats)).toMatchObject({ min: 0, max: 2099 / 2 + 39 })
  })

  test('read again, keeps its slide, its images and what people have changed, and is only hashed where the slide was there when the last attempt ended', async () => {
    const file = await ingest.add(brightfield)
    await ingest.read(file)
    const before = await slideOf(file.id)
    const [image] = await ingest.imageRows(file.id)
    const [channel] = await channelsOf(image?.id)
    const { version } = await shown(image?.id)
    await ingest.rows(`update slides set name = 'Renamed', mpp = 0.4 where id = $1`, before?.id)
    expect(await ingest.read(await ingest.again(file))).toMatchObject({ state: 'succeeded' })
    expect(await slideOf(file.id)).toMatchObject({ id: before?.id, name: 'Renamed', image_id: image?.id })
    const scales = 'select mpp_x, file_mpp_x, (space #> $2)::float as step from images where id = $1'
    const [scale] = await ingest.rows(scales, image?.id, '{placement,0}')
    expect(scale).toEqual({ mpp_x: 0.4, file_mpp_x: image?.mpp_x, step: 0.4 })
    expect((await ingest.imageRows(file.id)).map(({ id }) => id)).toEqual([image?.id])
    expect((await channelsOf(image?.id)).map(({ id }) => id)).toEqual([channel?.id])
    const created = `select from audits where event = 'slide.created' and subject_id = $1`
    expect(await ingest.rows(created, before?.id)).toHaveLength(1)
    // What was made before must not be taken for what is made now, by browsers least of all.
    const after = await shown(image?.id)
    expect(after.version).not.toBe(version)
    const stored = await ingest.rows('select path from stored_objects where path like $1', `%${image?.id}%`)
    expect(stored).toEqual([{ path: after.thumbnailPath }])

    await ingest.rows('update files set hash = null, sha256 = null where id = $1', file.id)
    expect(await ingest.read(await ingest.again(file, 'ready'))).toMatchObject({
      state: 'succeeded',
      message: 'TIFF, 700 × 520 pixels.',
    })
    expect(await ingest.fileRow(file.id)).toMatchObject({
      hash: expect.any(Buffer),
      sha256: expect.any(Buffer),
    })
    expect((await shown(image?.id)).version).toBe(after.version)
  })

  test('that was imported and has changed since is read as it lies there now', async () => {
    const path = join(ingest.queue.folder, 'imported.tiff')
    const bytes = stripedTiff({ width: 100, height: 80 }, (x, y) => (x + y) & 255)
    await writeFile(path, bytes)
    const file = await ingest.add(path, { importedFrom: path, size: 5 })
    expect(await ingest.read(file)).toMatchObject(succeeded)
    expect(await ingest.fileRow(file.id)).toMatchObject({ size: `${bytes.length}`, path })
  })

  test('gets its SHA-256 and the hash that an upload in parts would have given it, and belongs where its file was to go, even if the project was archived meanwhile', async () => {
    const projectId = newId()
    await ingest.rows(
      `insert into projects (id, organization_id, name, name_key, search_key, archived_at)
       values ($1, $2, 'Old', 'old', 'old', now())`,
      ...[projectId, ingest.organizationId],
    )
    const bytes = stripedTiff({ width: 100, height: 80 }, (x, y) => (x + y) & 255)
    const file = await ingest.add(bytes, { projectId, hash: null })
    const job = await ingest.read(file)
    expect(job.message).toBe(
      'TIFF, 100 × 80 pixels. The project Old was archived after the file was uploaded; the slide was added to it anyway.',
    )
    expect(await slideOf(file.id)).toMatchObject({ project_id: projectId })
    const part = createHash('sha256').update(bytes).digest()
    expect(await ingest.fileRow(file.id)).toMatchObject({
      hash: createHash('sha256').update(part).digest(),
      sha256: part,
    })
  })

  test('is told to whoever sent it, with a link to the slide', async () => {
    const person = newId()
    await ingest.rows(
      `insert into users (id, issuer, subject, email, name) values ($1::uuid, 'embedded', $1::text, 'a@lab.example', 'A')`,
      person,
    )
    await ingest.rows(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')`,
      ...[ingest.organizationId, person],
    )
    await ingest.rows(
      `insert into profiles (user_id, notifications) values ($1, '{"job.failed": {"in_app": true, "email": true}}')`,
      person,
    )
    const letters = async () =>
      (await ingest.rows('select body from outgoing_mails order by id')).map(({ body }) => body)
    const file = await ingest.add(brightfield, { name: 'told.svs', createdBy: person })
    await ingest.rows(`update jobs set created_at = now() - interval '1 minute' where id = $1`, file.jobId)
    await ingest.read(file)
    const news = await ingest.rows('select text, link from notifications where user_id = $1', person)
    const slide = await slideOf(file.id)
    expect(news).toEqual([
      { text: 'told.svs is ready: TIFF, 700 × 520 pixels.', link: `/slide/${slide?.id}` },
    ])
    expect(slide).toMatchObject({ created_by: person })

    // As long as that is unread, others are told of with it.
    await ingest.read(await ingest.add(Buffer.from('%PDF-1.7 and so on'.repeat(100)), { createdBy: person }))
    const told = () => ingest.rows('select kind, text, link from notifications where user_id = $1', person)
    const both = {
      kind: 'job.failed',
      text: '2 files: 1 ready, 1 could not be read.',
      link: '/uploads?mine=true',
    }
    expect(await told()).toEqual([both])
    expect(await letters()).toEqual([both.text])
    await ingest.rows('update notifications set read_at = now() where user_id = $1', person)
    const next = await ingest.add(Buffer.from('%PDF-1.7 and so on'.repeat(100)), {
      name: 'b.svs',
      createdBy: person,
    })
    await ingest.read(next)
    expect(await told()).toContainEqual({
      kind: 'job.failed',
      text: expect.stringMatching(/^b\.svs could not be read\. This is not a slide format .+ upload that\.$/),
      link: `/uploads?file=${next.id}`,
    })
    expect(await told()).toHaveLength(2)
    expect(await letters()).toEqual([both.text, expect.stringContaining('b.svs')])
  })
})

describe('a file whose slide goes while it is read', () => {
  test('because it was deleted is read, and the slide stays deleted', async () => {
    const file = await ingest.add(brightfield)
    await ingest.read(file)
    await ingest.rows('update slides set deleted_at = now() where file_id = $1', file.id)
    await ingest.rows('update images set deleted_at = now() where file_id = $1', file.id)
    const job = await ingest.read(await ingest.again(file))
    expect(job).toMatchObject({
      state: 'succeeded',
      message: 'TIFF, 700 × 520 pixels. The slide was deleted: restore it to see it.',
    })
    expect((await slideOf(file.id))?.deleted_at).not.toBeNull()
    expect((await ingest.imageRows(file.id))[0]?.deleted_at).not.toBeNull()
  })

  test('that another job has taken over is left alone', async () => {
    const file = await ingest.add(brightfield, { takenOver: true })
    const job = await ingest.read(file)
    expect(job.message).toBe('Another job is reading this file, or the file no longer exists.')
    expect(await ingest.fileRow(file.id)).toMatchObject({ reading_state: 'pending', version: 1 })
  })
})
