import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import type { Image } from '@cresyl/contract/slides/images'
import type { Registration } from '@cresyl/contract/slides/registrations'
import { describe, expect, test } from 'vitest'
import { imagesOf, movedTo, nameAmong, stackMembers, usualArrangement } from './members.ts'

const image = (id: string, of: Partial<Image> = {}) =>
  ({
    id,
    slide_id: 'slide',
    kind: 'source',
    name: null,
    state: 'ready',
    width: 100,
    height: 100,
    space: sourceSpace({ frame: id, width: 100, height: 100 }),
    ...of,
  }) as Image

const output = (key: string, kind: string, imageId: string | null) => ({
  key,
  kind,
  label: `The ${key}`,
  image_id: imageId,
  space: sourceSpace({ frame: 'scan', width: 100, height: 100 }),
  counts: null,
  value: null,
})
const run = (id: string, finished: string, imageId: string) =>
  ({
    id,
    slide_id: 'slide',
    predictor: { name: `Predictor ${id}` },
    created_at: finished,
    finished_at: finished,
    outputs: [
      output('stain', 'image', imageId),
      output('map', 'heatmap', `${id}-map`),
      output('share', 'score', null),
    ],
    manifest: {
      outputs: [
        { key: 'stain', kind: 'image', virtual: true },
        { key: 'map', kind: 'heatmap', unit: '', low: 0, high: 1 },
        { key: 'share', kind: 'score', digits: 1, unit: '%' },
      ],
    },
    // Only what a stack reads of a run.
  }) as unknown as InferenceJobWithProvenance

const images = [
  image('small', { width: 10, height: 10 }),
  image('scan'),
  image('stain-2', { kind: 'output' }),
  image('stain-1', { kind: 'output' }),
]
const runs = [run('2', '2026-11-16T10:00:00Z', 'stain-2'), run('1', '2026-11-15T10:00:00Z', 'stain-1')]
const known = { images, runs, registrations: [], arrangement: usualArrangement }

describe('the stack of a slide', () => {
  test('has what was scanned, the largest first, then the newest run', () => {
    expect(stackMembers(known).map(({ id }) => id)).toEqual([
      'scan',
      'small',
      'stain-2',
      '2-map',
      'stain-1',
      '1-map',
    ])
    expect(stackMembers(known).map(({ group }) => group.label)).toContain('Predictor 2')
  })

  test('says what no microscope saw, and leaves out figures', () => {
    const members = stackMembers(known)
    expect(members.flatMap((member) => (member.kind === 'image' ? [member.isVirtual] : []))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(members.some(({ name }) => name === 'The share')).toBe(false)
  })

  test('is put and named as someone likes; what comes later is where it would be', () => {
    const arrangement = { order: ['stain-1', 'scan', 'small'], names: { 'stain-1': 'Mine' } }
    const members = stackMembers({ ...known, arrangement })
    expect(members.map(({ id }) => id)).toEqual(['stain-1', 'scan', 'stain-2', '2-map', 'small', '1-map'])
    expect(members[0]).toMatchObject({ name: 'Mine', usualName: 'The stain' })
  })

  test('keeps the results of a link as whoever sent it had them', () => {
    const arrangement = { order: ['2-map', '1-map'], names: {} }
    const members = stackMembers({ ...known, arrangement, linkedOrder: ['1-map', '2-map'] })
    expect(members.map(({ id }) => id)).toEqual(['scan', 'small', 'stain-2', '1-map', 'stain-1', '2-map'])
  })

  test('has the other slide of a pair that was aligned, whichever was moved', () => {
    const pair = (fixed: string, moving: string) =>
      ({
        image_id: fixed,
        slide_id: `${fixed} slide`,
        slide_name: `${fixed} name`,
        moving_image_id: moving,
        moving_slide_id: `${moving} slide`,
        moving_slide_name: `${moving} name`,
      }) as Registration
    const registrations = [pair('scan', 'section'), pair('other', 'scan'), pair('not', 'ours')]
    const members = stackMembers({ ...known, registrations }).filter(({ group }) => group.key === 'aligned')
    expect(members).toMatchObject([
      { imageId: 'section', slideId: 'section slide', name: 'section name', space: { frame: 'scan' } },
      { imageId: 'other', slideId: 'other slide', name: 'other name', space: { frame: 'scan' } },
    ])
  })

  test('leaves out images that can’t be seen yet', () => {
    const pending = images.map((each) =>
      each.id === 'stain-2' ? { ...each, state: 'pending' as const } : each,
    )
    expect(stackMembers({ ...known, images: pending }).map(({ id }) => id)).not.toContain('stain-2')
  })
})

test('moving one leaves the others in their order, and stays within the list', () => {
  const list = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(movedTo(list, 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(list, 'c', -1)).toEqual(['c', 'a', 'b'])
  expect(movedTo(list, 'a', 99)).toEqual(['b', 'c', 'a'])
  expect(movedTo(list, 'x', 0)).toEqual(['a', 'b', 'c'])
})

test('images of the same name are told apart by when they were made', () => {
  const members = imagesOf(stackMembers(known))
  const [one, other] = ['stain-2', 'stain-1'].map((id) => nameAmong(members, id))
  expect(one).toMatch(/^The stain of .*16/)
  expect(other).toMatch(/^The stain of .*15/)
  const named = { ...usualArrangement, names: { 'stain-2': 'The better one' } }
  const renamed = imagesOf(stackMembers({ ...known, arrangement: named }))
  expect(['scan', 'stain-2', 'stain-1'].map((id) => nameAmong(renamed, id))).toEqual([
    ...[expect.any(String), 'The better one', 'The stain'],
  ])
  expect(nameAmong(members, 'gone')).toBeUndefined()
})
