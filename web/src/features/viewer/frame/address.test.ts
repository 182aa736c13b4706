import { describe, expect, test } from 'vitest'
import { toggleChannel } from '../../../engine/viewer/display/change-display.ts'
import type { LinkState } from '../../../engine/viewer/link/link.ts'
import { createWorkspace } from '../../../engine/viewer/panes/create-workspace.ts'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { createTestView, testImage } from '../../../engine/viewer/test-view.ts'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import { addressWith, linkedBeginning, linkIn, linkOf, type SeenOn } from './address.ts'

const slideId = '01a1e253-e2be-7943-b940-840308900001'
const imageId = '01a1e253-e2be-7943-b940-840308900002'
const otherImage = '01a1e253-e2be-7943-b940-840308900003'
const page = `https://slides.example/slide/${slideId}`
const content: PaneContent = { slideId, imageId }
const field: Measurement = { id: '1', kind: 'field', center: { x: 30, y: 40 }, diameter: 550 }
const none: SeenOn = {
  measurements: () => [],
  overlay: () => undefined,
  results: () => undefined,
  stack: () => undefined,
}

const wide = { image_id: imageId, width: 4000, height: 3000, samples: 3 } as const

describe('the address of what is seen', () => {
  test('shows the same place, turned the same way, with what was measured', () => {
    const workspace = createWorkspace({ contents: [content] })
    const view = createTestView(testImage(wide), { center: { x: 1200, y: 900 }, resolution: 2 })
    workspace.attach(0, view)
    view.show({ rotation: Math.PI / 2, flipped: true })
    const address = addressWith(
      page,
      linkOf(workspace, { ...none, measurements: () => [field] }, null),
      slideId,
    )
    const begun = linkedBeginning(linkIn(address, slideId), 0, imageId)
    expect(begun?.viewport?.center).toEqual({ x: 1200, y: 900 })
    expect(begun?.viewport).toMatchObject({ resolution: 2, flipped: true })
    expect(begun?.viewport?.rotation).toBeCloseTo(Math.PI / 2, 3)
    expect(begun?.measurements).toEqual([field])
  })

  test('leaves out what is as for everyone', () => {
    const workspace = createWorkspace({ contents: [content] })
    workspace.attach(0, createTestView(testImage(wide)))
    const [pane] = linkOf(workspace, none, null).panes
    expect([pane?.display, pane?.plane]).toEqual([undefined, undefined])
  })

  test('has channels that were switched off and the plane of a stack', () => {
    const workspace = createWorkspace({ contents: [content] })
    const stack = { ...wide, samples: 1, size_z: 5 } as const
    const view = createTestView(testImage(stack, [{ name: 'DAPI' }, { name: 'FITC' }]))
    workspace.attach(0, view)
    view.setDisplay(toggleChannel(view.display(), 1))
    view.setPlane({ z: 3, t: 0 })
    const [pane] = linkOf(workspace, none, null).panes
    expect(pane?.display?.channels.map(({ shown }) => shown)).toEqual([true, false])
    expect(pane?.plane).toEqual({ z: 3, t: 0 })
  })

  test('keeps what an image that is still on its way was linked with', () => {
    const viewport = { center: { x: 1, y: 2 }, resolution: 3, rotation: 0, flipped: false }
    const before: LinkState = { panes: [{ content, viewport }], active: 0 }
    const workspace = createWorkspace({ contents: [content] })
    expect(linkOf(workspace, none, before).panes).toEqual([{ content, viewport }])
    workspace.open(0, { slideId, imageId: otherImage })
    expect(linkOf(workspace, none, before).panes).toEqual([{ content: { slideId, imageId: otherImage } }])
  })

  test('keeps what else it says', () => {
    const workspace = createWorkspace({ contents: [content] })
    const address = addressWith(`${page}?alone=&v1=0`, linkOf(workspace, none, null), slideId)
    expect(new URL(address).searchParams.has('alone')).toBe(true)
    expect(new URL(address).pathname).toBe(`/slide/${slideId}`)
  })
})

describe('how a pane begins', () => {
  const plane = { z: 1, t: 0 }

  test('is not told by a link to another image', () => {
    const link: LinkState = { panes: [{ content: { slideId, imageId: otherImage }, plane }], active: 0 }
    expect(linkedBeginning(link, 0, imageId)).toBeUndefined()
    expect(linkedBeginning(link, 0, otherImage)).toMatchObject({ plane })
  })

  test('is told by a link that leaves the image to the slide', () => {
    expect(linkedBeginning({ panes: [{ content: null, plane }], active: 0 }, 0, imageId)).toMatchObject({
      plane,
    })
  })

  test('is not told by a plain address, nor of a pane that the link has not', () => {
    expect(linkIn(page, slideId)).toBeNull()
    expect(linkedBeginning(null, 0, imageId)).toBeUndefined()
    expect(linkedBeginning({ panes: [{ content }], active: 0 }, 1, imageId)).toBeUndefined()
  })
})
