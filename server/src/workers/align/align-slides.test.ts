import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { applyAffine, chain, invert, rotation, translation } from '@cresyl/contract/slides/affine'
import { createPyramid, writeSection } from '@cresyl/slides'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEstimate } from '../../domain/registrations/create-estimate.ts'
import { findEstimate } from '../../domain/registrations/estimates.ts'
import { addRealSlide } from '../../domain/slides/test-support/real-slides.ts'
import type { Member } from '../../domain/work.ts'
import { newId } from '../../platform/id.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import type { Worker } from '../../platform/queue/worker.ts'
import { handlers, onSettled } from '../index.ts'

vi.setConfig({ testTimeout: 60_000 })

const [width, height, mpp] = [170, 140, 8]
const toMiddle = translation((-width * mpp) / 2, (-height * mpp) / 2)
/** From µm of each slide to µm of the tissue. */
const places = { he: toMiddle, ihc: chain(translation(-60, 45), toMiddle, rotation(0.7)) }

let queue: TestQueue
let folder: string
let member: Member
let worker: Worker
let slides: Record<'he' | 'ihc' | 'blank', string>

beforeAll(async () => {
  queue = await openTestQueue()
  const [organizationId] = queue.organizations
  const userId = newId()
  await queue.owner.query(
    `insert into users (id, issuer, subject, email, name) values ($1, 'i', 's', 'a@b.c', 'Ada')`,
    [userId],
  )
  member = {
    userId,
    organizationId,
    superadmin: false,
    acting: false,
    permissions: new Set(permissionsOf('user')),
  }
  folder = await mkdtemp(join(tmpdir(), 'sections-'))
  const add = async (name: keyof typeof slides) =>
    (await addRealSlide(queue.context, organizationId, join(folder, name), { name })).imageId
  const section = { seed: 4, width, height, mpp, size: 850 }
  await writeSection(join(folder, 'he'), { ...section, stain: 'he', cut: 0, toTissue: places.he })
  await writeSection(join(folder, 'ihc'), { ...section, stain: 'ihc', cut: 1, toTissue: places.ihc })
  const blank = { width, height, pixelType: 'u8', samples: 3, background: [243, 243, 243] } as const
  const writer = await createPyramid(join(folder, 'blank'), {
    ...blank,
    container: 'bigtiff',
    compression: { kind: 'deflate' },
    mpp: { x: mpp, y: mpp },
  })
  await writer.finish()
  slides = { he: await add('he'), ihc: await add('ihc'), blank: await add('blank') }
  worker = await queue.start({ handlers, definitions: jobDefinitions, onSettled })
})

afterAll(async () => {
  await worker.drain(0)
  await queue.close()
  await rm(folder, { recursive: true })
})

async function estimate(moving: keyof typeof slides) {
  const given = { image_id: slides.he, moving_image_id: slides[moving] }
  const { id } = await queue.context.database.asMember(member, (tx) =>
    createEstimate({ tx, member, now: new Date(), record: () => {} }, given),
  )
  await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  return queue.context.database.asMember(member, (tx) => findEstimate(tx, id))
}

test('two sections with different stains are brought together within 10 µm', async () => {
  const { state, message, alignment } = await estimate('ihc')
  expect([state, message]).toEqual([
    'succeeded',
    expect.stringMatching(/matching places in the tissue agree/),
  ])
  expect(alignment).toMatchObject({ method: 'automatic', model: 'similarity', residual: { unit: 'µm' } })
  const truth = chain(places.ihc, invert(places.he))
  for (const [x, y] of [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const) {
    const expected = applyAffine(truth, { x: x * mpp, y: y * mpp })
    const arrived = applyAffine(alignment?.affine ?? [0, 0, 0, 0, 0, 0], { x, y })
    expect(Math.hypot(arrived.x * mpp - expected.x, arrived.y * mpp - expected.y)).toBeLessThan(10)
  }
})

test('a slide without tissue is told in a sentence', async () => {
  expect(await estimate('blank')).toMatchObject({
    state: 'succeeded',
    alignment: null,
    message: 'blank shows no tissue to align by. Mark points by hand.',
  })
})
