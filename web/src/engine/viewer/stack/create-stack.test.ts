import { scaling } from '@cresyl/contract/slides/affine'
import { registered, sourceSpace } from '@cresyl/contract/slides/image-space'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Picture } from '../picture.ts'
import { createTestView, testImage } from '../test-view.ts'
import type { Frame } from '../tiles/tile-layer.ts'
import type { ViewedImage } from '../viewed-image.ts'
import { createStack } from './create-stack.ts'
import { createTestTiles, type TestTiles } from './test-tiles.ts'

const space = sourceSpace({ frame: 'scan', width: 1024, height: 1024, mpp: { x: 0.5, y: 0.5 } })
const own = testImage({ image_id: 'own' }, [], space)
/** Of another slide, half as fine, aligned with this one. */
const coarse = sourceSpace({ frame: 'other', width: 512, height: 512, mpp: { x: 1, y: 1 } })
const image = (id: string): ViewedImage =>
  testImage({ image_id: id, width: 512, height: 512 }, [], registered(coarse, space, scaling(2)))
const frame: Frame = {
  viewport: { center: { x: 512, y: 512 }, resolution: 1, rotation: 0, flipped: false },
  size: { width: 800, height: 600 },
  pixelRatio: 1,
  moving: false,
}

function setUp(load = async (id: string) => image(id)) {
  const ownTiles = createTestTiles()
  const opened = new Map<string, TestTiles[]>()
  const failures: string[] = []
  let picture: Picture | null = null
  const view = createTestView(own)
  view.setPicture = (next) => {
    picture = next
  }
  const loaded: string[] = []
  const stack = createStack(view, {
    own: ownTiles,
    load: (id) => {
      loaded.push(id)
      return load(id)
    },
    open: ({ id }) => {
      const tiles = createTestTiles()
      opened.set(id, [...(opened.get(id) ?? []), tiles])
      return tiles
    },
    failed: ({ message }) => failures.push(message),
    words: { unplaced: 'Nobody knows where it lies.' },
  })
  const tilesOf = (id: string) => {
    const last = opened.get(id)?.at(-1)
    if (!last) throw new Error(`${id} was not opened.`)
    return last
  }
  return {
    stack,
    view,
    ownTiles,
    opened,
    failures,
    loaded,
    tilesOf,
    picture: () => picture,
    draw: (seen = frame) => picture?.draw(seen),
    open: async (...ids: string[]) => {
      for (const id of ids) {
        stack.show(id)
        await vi.waitFor(() => expect(stack.image(id)).not.toBeNull())
      }
    },
  }
}

// All that is asked of the page: elements that hold canvases.
const element = () => ({ style: {}, children: [], replaceChildren() {} })
beforeEach(() => vi.stubGlobal('document', { createElement: element }))
afterEach(() => vi.unstubAllGlobals())

describe('images of a stack', () => {
  test('the own image alone needs nothing of it', () => {
    const { stack, loaded, picture } = setUp()
    expect(stack.state()).toMatchObject({ shown: 'own', second: null, mode: 'single' })
    expect([loaded, picture()]).toEqual([[], null])
  })

  test('another is opened once, and what was seen before stays until it is there', async () => {
    const { stack, ownTiles, loaded, tilesOf, picture, draw } = setUp()
    stack.show('a')
    stack.show('a')
    draw()
    expect([ownTiles.last(), stack.shownView().image.id]).toEqual(['render', 'own'])
    expect(picture()?.status()).toEqual({ wanted: 2, loaded: 1, failed: 0 })
    await vi.waitFor(() => expect(stack.image('a')).not.toBeNull())
    draw()
    expect([ownTiles.last(), tilesOf('a').last()]).toEqual(['rest', 'render'])
    expect(picture()?.status()).toEqual({ wanted: 1, loaded: 1, failed: 0 })
    expect(stack.shownView().image.id).toBe('a')
    expect(loaded).toEqual(['a'])
  })

  test('is drawn where its space says', async () => {
    const { tilesOf, draw, open } = setUp()
    await open('a')
    draw()
    expect(tilesOf('a').frame()?.placed?.slice(0, 1)).toEqual([expect.closeTo(2, 9)])
  })

  test('what is not seen rests, so that nothing of it is fetched', async () => {
    const { stack, ownTiles, tilesOf, draw, open } = setUp()
    await open('a', 'b')
    draw()
    expect([ownTiles, tilesOf('a'), tilesOf('b')].map((each) => each.last())).toEqual([
      'rest',
      'rest',
      'render',
    ])
    stack.show('own')
    expect([tilesOf('a').last(), tilesOf('b').last()]).toEqual(['rest', 'rest'])
  })

  test('a few are kept open, those that are seen among them; the one used longest ago goes', async () => {
    const { stack, opened, tilesOf, open } = setUp()
    await open('a', 'b', 'c')
    stack.set({ shown: 'c', second: 'a', mode: 'curtain' })
    await open('d')
    expect([tilesOf('b').isOver(), tilesOf('a').isOver(), tilesOf('c').isOver()]).toEqual([
      true,
      false,
      false,
    ])
    await open('b')
    expect(opened.get('b')).toHaveLength(2)
    const isOpen = [...opened.values()].flat().filter((each) => !each.isOver())
    expect(isOpen).toHaveLength(3)
  })
})

describe('what can’t be had', () => {
  test('is said, and the view shows its own image again', async () => {
    const { stack, failures, picture } = setUp(async () => {
      throw new Error('It is gone.')
    })
    stack.set({ shown: 'a', mode: 'single' })
    await vi.waitFor(() => expect(failures).toEqual(['It is gone.']))
    expect([stack.state().shown, picture()]).toEqual(['own', null])
  })

  test('as a second image ends the comparison only', async () => {
    const { stack, failures } = setUp(async () => testImage({ image_id: 'far' }))
    stack.set({ second: 'far', mode: 'lens' })
    await vi.waitFor(() => expect(failures).toEqual(['Nobody knows where it lies.']))
    expect(stack.state()).toMatchObject({ shown: 'own', second: null, mode: 'single' })
  })
})

describe('a comparison', () => {
  test('by a held key needs a second image, and shows it as long as it is held', async () => {
    const { stack, ownTiles, tilesOf, draw, open } = setUp()
    stack.hold(true)
    expect(stack.isHeld()).toBe(false)
    await open('a')
    stack.show('own')
    stack.set({ second: 'a', mode: 'flicker' })
    draw()
    // Both are drawn, so that neither is missing when it is wanted.
    expect([ownTiles.last(), tilesOf('a').last()]).toEqual(['render', 'render'])
    stack.hold(true)
    draw()
    expect([stack.isHeld(), tilesOf('a').last()]).toEqual([true, 'render'])
  })

  test('a lens that zooms does so for what lies over the images; nothing else does', async () => {
    const { stack, picture, open } = setUp()
    await open('a')
    stack.show('own')
    const through = () => picture()?.lens?.(frame)
    stack.set({ second: 'a', mode: 'lens' })
    expect(through()).toBeUndefined()
    stack.set({ lens: { ...stack.state().lens, zoom: 4 } })
    expect(through()).toMatchObject({ middle: { x: 400, y: 300 }, radius: 140 })
    expect(through()?.frame.viewport.resolution).toBe(0.25)
    stack.set({ mode: 'curtain' })
    expect(through()).toBeUndefined()
  })
})

describe('displays', () => {
  test('begin as a link says, and are told when they change', async () => {
    const { stack, view, open } = setUp()
    const asked = { ...view.display(), color: { ...view.display().color, brightness: 0.25 } }
    stack.begin('a', asked)
    await open('a')
    expect(stack.display('a')).toEqual(asked)
    const told = vi.fn()
    stack.subscribe('display', told)
    stack.shownView().setDisplay(view.display())
    expect(told).toHaveBeenCalledOnce()
    expect(stack.display('a')).toBe(view.display())
  })
})

describe('its end', () => {
  test('closes what it has opened, and leaves the own image to the view', async () => {
    const { stack, ownTiles, tilesOf, picture, open } = setUp()
    await open('a', 'b')
    stack.destroy()
    expect([tilesOf('a').isOver(), tilesOf('b').isOver(), ownTiles.isOver()]).toEqual([true, true, false])
    expect(picture()).toBeNull()
  })

  test('opens nothing that comes later', async () => {
    let arrive: (image: ViewedImage) => void = () => {}
    const { stack, opened, failures } = setUp(() => new Promise((resolve) => (arrive = resolve)))
    stack.show('a')
    stack.destroy()
    arrive(image('a'))
    await Promise.resolve()
    await Promise.resolve()
    expect([opened.size, failures]).toEqual([0, []])
  })
})
