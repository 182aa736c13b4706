import { createChanges } from '../changes.ts'
import type { Display } from '../display/display.ts'
import { keptDisplay } from '../display/display-schema.ts'
import { initialDisplay } from '../display/initial-display.ts'
import type { SlideView } from '../slide-view.ts'
import type { TileLayer } from '../tiles/tile-layer.ts'
import type { ViewedImage } from '../viewed-image.ts'
import { createMemberView } from './member-view.ts'
import type { Stack, StackChange } from './stack.ts'
import { addStackHandles } from './stack-handles.ts'
import { placementIn, planeLike, type StackImage } from './stack-image.ts'
import { createStackPicture } from './stack-picture.ts'
import { freshStack, type StackState, showing, soundState } from './stack-state.ts'

export interface StackTools {
  /** Of the view's own image; it ends with the view. */
  readonly own: TileLayer
  load(imageId: string): Promise<ViewedImage>
  open(image: ViewedImage): TileLayer
  /** An image could not be had, or nobody knows how it lies; the view shows its own again. */
  failed(error: Error): void
  readonly words: { readonly unplaced: string }
}

/** Images that are kept open beside the view's own: each has tiles and a part of the graphics card. */
const mostOpen = 3

/** It ends before the view. */
export function createStack(view: SlideView, tools: StackTools): Stack {
  const ownId = view.image.id
  const changes = createChanges<StackChange>()
  const own: StackImage = { image: view.image, tiles: tools.own, placed: undefined, display: view.display() }
  /** The one that was used longest ago first. */
  const images = new Map<string, StackImage>()
  const loading = new Set<string>()
  const displays = new Map<string, Display>()
  const leaving = new Map<string, () => void>()
  let state = freshStack(ownId)
  let isHeld = false
  let isOver = false
  /** Drawn until what was asked for is there. */
  let before: StackImage = own

  function find(id: string | null): StackImage | null {
    if (id === null) return null
    return id === ownId ? own : (images.get(id) ?? null)
  }
  const picture = createStackPicture({
    state: () => state,
    isHeld: () => isHeld,
    awaited: () => [state.shown, state.second].filter((id) => id !== null && loading.has(id)).length,
    images: () => [own, ...images.values()],
    pair: () => ({
      first: state.shown === null ? null : (find(state.shown) ?? before),
      second: find(state.second),
    }),
  })

  function become(next: StackState) {
    const sound = soundState(next)
    if (isSame(state, sound)) return
    state = sound
    for (const id of [state.shown, state.second]) if (id !== null) use(id)
    look()
    changes.tell('state')
  }

  /** The own image alone needs none of this. */
  function look() {
    const shown = find(state.shown)
    if (shown) before = shown
    const isPlain = state.shown === ownId && state.mode === 'single' && !isHeld
    if (isPlain) for (const { tiles } of images.values()) tiles.rest()
    view.setPicture(isPlain ? null : picture)
  }

  function use(id: string) {
    if (id === ownId) return
    const known = images.get(id)
    if (known) {
      images.delete(id)
      images.set(id, known)
    } else if (!loading.has(id)) void open(id)
  }

  async function open(id: string) {
    loading.add(id)
    try {
      const image = await tools.load(id)
      if (isOver) return
      const placed = placementIn(view.image, image)
      if (!placed) throw new Error(tools.words.unplaced)
      loading.delete(id)
      add(id, image, placed)
    } catch (error) {
      if (!isOver) giveUp(id, error instanceof Error ? error : new Error(String(error)))
    } finally {
      loading.delete(id)
      if (!isOver) changes.tell('image')
    }
  }

  function add(id: string, image: ViewedImage, placed: NonNullable<StackImage['placed']>) {
    const asked = displays.get(id)
    const display = (asked && keptDisplay(asked, image.pyramid)) ?? initialDisplay(image.pyramid)
    const tiles = tools.open(image)
    tiles.setDisplay(display)
    tiles.setPlane(planeLike(image, view.image, view.plane()))
    images.set(id, { image, tiles, placed, display })
    leaving.set(id, tiles.subscribe(picture.changed))
    makeRoom()
    look()
  }

  function makeRoom() {
    for (const id of images.keys()) {
      if (images.size <= mostOpen) return
      if (id !== state.shown && id !== state.second) close(id)
    }
  }

  function close(id: string) {
    const closed = images.get(id)
    leaving.get(id)?.()
    leaving.delete(id)
    images.delete(id)
    if (before === closed) before = own
    closed?.tiles.destroy()
  }

  function giveUp(id: string, error: Error) {
    become({
      ...state,
      shown: state.shown === id ? ownId : state.shown,
      second: state.second === id ? null : state.second,
    })
    tools.failed(error)
  }

  function setDisplay(id: string, display: Display) {
    if (id === ownId) return view.setDisplay(display)
    displays.set(id, display)
    const found = images.get(id)
    if (!found || found.display === display) return
    found.display = display
    found.tiles.setDisplay(display)
    changes.tell('display')
  }

  const leaveTiles = own.tiles.subscribe(picture.changed)
  const leavePlane = view.subscribe('plane', () => {
    for (const { image, tiles } of images.values()) tiles.setPlane(planeLike(image, view.image, view.plane()))
  })
  const views = new WeakMap<StackImage, SlideView>()

  const stack: Stack = {
    view,
    state: () => state,
    set: (change) => become({ ...state, ...change }),
    show: (id) => become(showing(state, id)),
    hold(next) {
      if (next === isHeld || (next && state.second === null)) return
      isHeld = next
      look()
      picture.changed()
      changes.tell('state')
    },
    isHeld: () => isHeld,
    image: (id) => find(id)?.image ?? null,
    display: (id) => (id === ownId ? view.display() : (images.get(id)?.display ?? displays.get(id) ?? null)),
    setDisplay,
    begin: (id, display) => void displays.set(id, display),
    shownView() {
      const shown = find(state.shown)
      if (!shown || shown === own) return view
      const known = views.get(shown) ?? createMemberView(stack, shown)
      views.set(shown, known)
      return known
    },
    subscribe: changes.subscribe,
    destroy() {
      isOver = true
      view.setPicture(null)
      leaveTiles()
      leavePlane()
      removeHandles()
      for (const id of [...images.keys()]) close(id)
      picture.destroy()
      changes.clear()
    },
  }
  const removeHandles = addStackHandles(stack)
  return stack
}

const isSame = (one: StackState, other: StackState): boolean => JSON.stringify(one) === JSON.stringify(other)
