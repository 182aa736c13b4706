import { applyAffine, chain, rotation, translation } from '@cresyl/contract/slides/affine'
import { describe, expect, test } from 'vitest'
import { createTestView, type TestView, testImage } from '../test-view.ts'
import { toImage, turned, type Viewport } from '../viewport.ts'
import { createWorkspace, type InitialWorkspace } from './create-workspace.ts'
import { linkFrames } from './frame-links.ts'

const content = (slide: string) => ({ slideId: slide, imageId: `${slide}-image` })
const image = (id: string, of = {}) =>
  testImage({ image_id: id, width: 40_000, height: 30_000, mpp_x: 0.25, mpp_y: 0.25, ...of })
const close = (one: { x: number; y: number }, other: { x: number; y: number }) => {
  expect(one.x).toBeCloseTo(other.x, 3)
  expect(one.y).toBeCloseTo(other.y, 3)
}

function workspaceOf(views: readonly TestView[], initial: Partial<InitialWorkspace> = {}) {
  const workspace = createWorkspace({ contents: views.map((_, pane) => content(`slide${pane}`)), ...initial })
  const leaving = views.map((view, pane) => workspace.attach(pane, view))
  return { workspace, leaving }
}
const pair = (start: Partial<Viewport> = {}) =>
  [createTestView(image('a')), createTestView(image('b'), start)] as const

describe('panes', () => {
  test('there are as many as asked for, and what is worked with stays', () => {
    const workspace = createWorkspace({ contents: [content('a'), content('b')] })
    workspace.setCount(4)
    expect(workspace.contents()).toEqual([content('a'), content('b'), null, null])
    workspace.open(3, content('d'))
    workspace.setActive(3)
    workspace.setCount(2)
    expect(workspace.contents()).toEqual([content('a'), content('d')])
    expect(workspace.active()).toBe(1)
  })

  test('values are the same as long as nothing changes, and listeners hear only of changes', () => {
    const { workspace } = workspaceOf(pair())
    const read = () => [
      workspace.contents(),
      workspace.views(),
      workspace.mirroredCursors(),
      workspace.locks(),
    ]
    const before = read()
    let told = 0
    workspace.subscribe(() => {
      told += 1
    })
    workspace.setActive(0)
    workspace.setActive(7)
    workspace.open(0, content('slide0'))
    workspace.setCount(2)
    expect(told).toBe(0)
    for (const [index, value] of read().entries()) expect(value).toBe(before[index])
  })

  test('a view that has gone is no longer there, and one that came in its place stays', () => {
    const [first, second] = pair()
    const workspace = createWorkspace({ contents: [content('a')] })
    const leaveFirst = workspace.attach(0, first)
    const leaveSecond = workspace.attach(0, second)
    leaveFirst()
    expect(workspace.activeView()).toBe(second)
    leaveSecond()
    expect(workspace.activeView()).toBeNull()
  })

  test('nonsense of a link does no harm', () => {
    const workspace = createWorkspace({ contents: [content('a'), null, null], active: 9 })
    expect(workspace.contents()).toHaveLength(4)
    expect(workspace.active()).toBe(0)
  })
})

describe('moving together', () => {
  test('one that opens comes to where the others are', () => {
    const [first, second] = pair()
    first.show({ center: { x: 10_000, y: 9000 }, resolution: 2, rotation: 1 })
    workspaceOf([first, second])
    close(second.viewport().center, { x: 10_000, y: 9000 })
    expect(second.viewport()).toMatchObject({ resolution: 2, rotation: 1 })
  })

  test('either leads, each move is followed once, and nobody answers', () => {
    const [first, second] = pair()
    workspaceOf([first, second])
    const before = [first.moves(), second.moves()]
    first.show({ center: { x: 12_000, y: 9000 }, resolution: 3 })
    close(second.viewport().center, { x: 12_000, y: 9000 })
    second.show({ center: { x: 14_000, y: 8000 } })
    close(first.viewport().center, { x: 14_000, y: 8000 })
    expect([first.moves(), second.moves()].map((count, index) => count - (before[index] ?? 0))).toEqual([
      2, 2,
    ])
  })

  test('four panes follow one', () => {
    const views = ['a', 'b', 'c', 'd'].map((id) => createTestView(image(id)))
    workspaceOf(views)
    views[2]?.show({ center: { x: 15_000, y: 15_000 }, resolution: 1 })
    for (const view of views) close(view.viewport().center, { x: 15_000, y: 15_000 })
  })

  test('a pane that came to its limits is right again when the leader is back', () => {
    const wide = createTestView(image('a'))
    const small = createTestView(image('b', { width: 4000, height: 3000 }))
    workspaceOf([wide, small])
    wide.show({ center: { x: 1000, y: 1000 }, resolution: 1 })
    wide.show({ center: { x: 20_100, y: 15_000 }, resolution: 1 })
    close(small.viewport().center, { x: 2100, y: 1500 })
    close(wide.viewport().center, { x: 20_100, y: 15_000 })
  })

  test('without locks everyone is alone', () => {
    const [first, second] = pair()
    const { workspace } = workspaceOf([first, second])
    workspace.setLocks({ pan: false, zoom: false, rotation: false })
    const before = second.viewport()
    first.show({ center: { x: 9000, y: 9000 }, resolution: 1, rotation: 2 })
    expect(second.viewport()).toBe(before)
  })
})

describe('offset', () => {
  /** Lined up by hand: the second is turned by 0.5 and lies elsewhere. */
  function aligned() {
    const [first, second] = pair()
    const { workspace } = workspaceOf([first, second])
    first.show({ center: { x: 20_000, y: 15_000 }, resolution: 2 })
    workspace.setLocks({ pan: false, zoom: false, rotation: false })
    second.show({ center: { x: 17_000, y: 16_000 }, resolution: 2, rotation: 0.5 })
    workspace.keepOffset()
    workspace.setLocks({ pan: true, zoom: true, rotation: true })
    return { workspace, first, second }
  }

  test('stays as they stood', () => {
    const { first, second } = aligned()
    close(second.viewport().center, { x: 17_000, y: 16_000 })
    const there = toImage(second.viewport(), second.size(), { x: 500, y: 350 })
    first.show({ center: { x: 20_200, y: 15_100 } })
    close(second.viewport().center, there)
  })

  test('stays right after turning, from either side', () => {
    const { first, second } = aligned()
    const there = toImage(second.viewport(), second.size(), { x: 500, y: 350 })
    first.show(turned(first.viewport(), 1.2))
    expect(second.viewport().rotation).toBeCloseTo(1.7)
    first.show({ center: { x: 20_200, y: 15_100 } })
    close(second.viewport().center, there)
    second.show(turned({ ...second.viewport(), center: { x: 17_000, y: 16_000 } }, -1.2))
    close(first.viewport().center, { x: 20_000, y: 15_000 })
    expect(first.viewport().rotation).toBeCloseTo(0)
  })

  test('is right with panes that are turned apart while turning is unlocked', () => {
    const { workspace, first, second } = aligned()
    const there = toImage(second.viewport(), second.size(), { x: 500, y: 350 })
    workspace.setLocks({ rotation: false })
    second.show({ rotation: -2 })
    first.show({ rotation: 3, center: { x: 20_200, y: 15_100 } })
    close(second.viewport().center, there)
    expect(second.viewport().rotation).toBe(-2)
  })

  test('keeps how much larger one is shown', () => {
    const { workspace, first, second } = aligned()
    workspace.setLocks({ zoom: false })
    second.show({ resolution: 8 })
    workspace.keepOffset()
    workspace.setLocks({ zoom: true })
    first.show({ resolution: 1 })
    expect(second.viewport().resolution).toBeCloseTo(4)
    second.show({ resolution: 2 })
    expect(first.viewport().resolution).toBeCloseTo(0.5)
  })

  test('locking again takes slides as they stand', () => {
    const [first, second] = pair()
    const { workspace } = workspaceOf([first, second])
    workspace.setLocks({ pan: false })
    first.show({ resolution: 2, center: { x: 20_000, y: 15_000 } })
    second.show({ center: { x: 20_500, y: 15_000 } })
    workspace.setLocks({ pan: true })
    close(second.viewport().center, { x: 20_500, y: 15_000 })
    first.show({ center: { x: 20_100, y: 15_000 } })
    close(second.viewport().center, { x: 20_600, y: 15_000 })
  })

  test('locking again takes images of one scan to the same place', () => {
    const first = createTestView(image('a'))
    const output = createTestView(
      testImage({ image_id: 'b', width: 40_000, height: 30_000 }, [], first.image.space),
    )
    const { workspace } = workspaceOf([first, output])
    workspace.setLocks({ pan: false })
    first.show({ center: { x: 10_000, y: 9000 }, resolution: 2 })
    workspace.setLocks({ pan: true })
    close(output.viewport().center, { x: 10_000, y: 9000 })
  })

  test('another slide in a pane begins anew', () => {
    const { workspace, first } = aligned()
    const third = createTestView(image('c'))
    workspace.attach(1, third)
    close(third.viewport().center, first.viewport().center)
    expect(third.viewport().rotation).toBeCloseTo(0)
  })

  test('panes of a link stay as they stand', () => {
    const first = createTestView(image('a'), { center: { x: 10_000, y: 9000 }, resolution: 2 })
    const second = createTestView(image('b'), { center: { x: 15_000, y: 8000 }, resolution: 4, rotation: 1 })
    const before = second.viewport()
    workspaceOf([first, second], { asTheyStand: true })
    expect(second.viewport()).toBe(before)
    first.show({ center: { x: 10_000, y: 9000 }, resolution: 1 })
    close(second.viewport().center, { x: 15_000, y: 8000 })
    expect(second.viewport().resolution).toBeCloseTo(2)
    expect(second.viewport().rotation).toBeCloseTo(1)
  })
})

describe('cursors', () => {
  test('are mirrored to the same place of the others, and go with the pointer', () => {
    const first = createTestView(image('a'))
    const second = createTestView(image('b', { width: 20_000, height: 15_000, mpp_x: 0.5, mpp_y: 0.5 }))
    const { workspace } = workspaceOf([first, second])
    first.point({ x: 21_000, y: 15_000 })
    expect([...workspace.mirroredCursors()]).toEqual([[1, { x: 10_500, y: 7500 }]])
    first.point(null)
    expect(workspace.mirroredCursors().size).toBe(0)
  })

  test('none is shown beside an image, nor where panes move alone', () => {
    const first = createTestView(image('a'))
    const second = createTestView(image('b', { width: 4000, height: 3000 }))
    const { workspace } = workspaceOf([first, second])
    first.point({ x: 10, y: 10 })
    expect(workspace.mirroredCursors().size).toBe(0)
    workspace.setLocks({ pan: false })
    first.point({ x: 20_000, y: 15_000 })
    expect(workspace.mirroredCursors().size).toBe(0)
  })
})

describe('channels', () => {
  const fluorescence = (id: string, names: string[]) =>
    createTestView(
      testImage(
        { image_id: id },
        names.map((name) => ({ name })),
      ),
    )

  test('are shown alike by name while they are locked', () => {
    const first = fluorescence('a', ['DAPI', 'CD3'])
    const second = fluorescence('b', ['CD3', 'CD8', 'DAPI'])
    const { workspace } = workspaceOf([first, second])
    const dapi = { shown: false, color: '#123456', low: 5, high: 900, gamma: 2 }
    first.setDisplay({ ...first.display(), channels: first.display().channels.with(0, dapi) })
    expect(second.display().channels[2]).toEqual(dapi)
    expect(second.display().channels[1]?.shown).toBe(true)
    workspace.setLocks({ channels: false })
    second.setDisplay({
      ...second.display(),
      channels: second.display().channels.with(2, { ...dapi, shown: true }),
    })
    expect(first.display().channels[0]?.shown).toBe(false)
  })

  test('a change is copied once and comes back to nobody', () => {
    const views = ['a', 'b', 'c'].map((id) => fluorescence(id, ['DAPI']))
    workspaceOf(views)
    let told = 0
    for (const view of views) {
      view.subscribe('display', () => {
        told += 1
      })
    }
    const [first] = views
    const dapi = { shown: true, color: '#0000FF', low: 1, high: 2, gamma: 1 }
    first?.setDisplay({ ...first.display(), channels: [dapi] })
    expect(told).toBe(3)
  })
})

describe('slides that were aligned', () => {
  const bToA = chain(rotation(0.5), translation(900, -400))

  test('follow each other as that says, and no more once it is gone', () => {
    const [first, second] = pair()
    const { workspace } = workspaceOf([first, second])
    workspace.setFrameLinks([linkFrames(second.image.space, first.image.space, bToA)])
    const place = { x: 20_000, y: 12_000 }
    first.show({ center: applyAffine(bToA, place), resolution: 2, rotation: 0 })
    close(second.viewport().center, place)
    expect(second.viewport().rotation).toBeCloseTo(0.5, 9)
    second.show({ center: { x: 15_000, y: 9000 } })
    close(first.viewport().center, applyAffine(bToA, { x: 15_000, y: 9000 }))
    workspace.setFrameLinks([])
    first.show({ center: place })
    close(second.viewport().center, place)
  })

  test('stand as that says even where a link had them stand otherwise, and locking changes nothing', () => {
    const [first, second] = pair({ center: { x: 5000, y: 5000 } })
    const { workspace } = workspaceOf([first, second], { asTheyStand: true })
    workspace.setFrameLinks([linkFrames(second.image.space, first.image.space, bToA)])
    workspace.setLocks({ pan: false })
    second.show({ center: { x: 1000, y: 1000 } })
    workspace.setLocks({ pan: true })
    const place = { x: 20_000, y: 12_000 }
    first.show({ center: applyAffine(bToA, place) })
    close(second.viewport().center, place)
  })
})
