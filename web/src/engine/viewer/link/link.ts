import { id } from '@cresyl/contract/api/fields'
import type { Display } from '../display/display.ts'
import { type Locks, type PaneContent, type PaneCount, paneCounts } from '../panes/workspace.ts'
import type { Measurement } from '../tools/measurement.ts'
import type { Plane } from '../viewed-image.ts'
import type { Viewport } from '../viewport.ts'
import { displayText, readDisplay } from './display-text.ts'
import { measurementsText, readMeasurements } from './measurements-text.ts'
import { type LinkedOverlay, overlayText, readOverlay } from './overlay-text.ts'
import { type LinkedResult, readResults, resultsText } from './result-text.ts'
import { type LinkedStack, readStack, stackText } from './stack-text.ts'
import { readViewport, viewportText } from './viewport-text.ts'

/** What a pane shows and how; what is left out is as when it opens. */
export interface LinkedPane {
  readonly content: PaneContent | null
  readonly viewport?: Viewport | undefined
  readonly display?: Display | undefined
  readonly plane?: Plane | undefined
  readonly measurements?: readonly Measurement[] | undefined
  /** What of quality control lies over it. */
  readonly overlay?: LinkedOverlay | undefined
  /** What of runs lies over it, from above. */
  readonly results?: readonly LinkedResult[] | undefined
  /** Which images of the stack are seen, and how. */
  readonly stack?: LinkedStack | undefined
  /** Whether the link had no room for all measurements: the oldest are missing. */
  readonly isCut?: boolean | undefined
}

/** Everything that is seen. */
export interface LinkState {
  readonly panes: readonly LinkedPane[]
  readonly active: number
  /** Undefined where the link says nothing of them. */
  readonly locks?: Locks | undefined
}

const lockLetters = { pan: 'p', zoom: 'z', rotation: 'r', channels: 'c' } as const satisfies Record<
  keyof Locks,
  string
>
const lockNames = Object.keys(lockLetters) as (keyof Locks)[]
const unlocked = '-'
const noSlide = '-'

/** The names of what panes have, followed by the number of the pane: v1, v2. */
const paneParts = ['i', 'v', 'd', 'k', 'm', 'q', 'r', 's', 'e', 'f'] as const
const paneNumbers = [1, 2, 3, 4] as const
const ownNames = [
  'n',
  'a',
  'l',
  ...paneNumbers.flatMap((number) => paneParts.map((part) => `${part}${number}`)),
]

/** Writes the state into search parameters of the slide's page; those of others in `into` are kept as they are. */
export function encodeLink(state: LinkState, slideId: string, into = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(into)
  for (const name of ownNames) params.delete(name)
  const { panes, active, locks } = state
  if (panes.length > 1) params.set('n', String(panes.length))
  if (active > 0) params.set('a', String(active + 1))
  if (locks && panes.length > 1) params.set('l', locksText(locks))
  for (const [index, pane] of panes.entries()) {
    const { content, viewport, display, plane, measurements = [], overlay, results = [], stack } = pane
    const number = index + 1
    params.set(`i${number}`, content ? contentText(content, slideId) : noSlide)
    if (!content) continue
    if (viewport) params.set(`v${number}`, viewportText(viewport))
    if (display) params.set(`d${number}`, displayText(display))
    if (plane) params.set(`k${number}`, `${plane.z}_${plane.t}`)
    if (measurements.length > 0) params.set(`m${number}`, measurementsText(measurements).text)
    if (overlay) params.set(`q${number}`, overlayText(overlay))
    if (results.length > 0) params.set(`r${number}`, resultsText(results))
    if (!stack) continue
    params.set(`s${number}`, stackText(stack.state))
    if (stack.shownDisplay) params.set(`e${number}`, displayText(stack.shownDisplay))
    if (stack.secondDisplay) params.set(`f${number}`, displayText(stack.secondDisplay))
  }
  return params
}

/** Whether a link has no room for all measurements of a pane: the oldest are left out of it. */
export function isLinkCut({ panes }: LinkState): boolean {
  return panes.some(({ measurements = [] }) => measurementsText(measurements).isCut)
}

/** Null where the link says nothing of panes. What is nonsense in it is as if it weren't there. */
export function decodeLink(params: URLSearchParams, slideId: string): LinkState | null {
  const count = readCount(params.get('n'))
  const panes = Array.from({ length: count }, (_, index) => readPane(params, index + 1, slideId))
  const says = panes.some(
    ({ content, viewport, display, plane, measurements, overlay, results, stack }) =>
      content ?? viewport ?? display ?? plane ?? measurements ?? overlay ?? results ?? stack,
  )
  if (!says) return null
  const active = Number(params.get('a') ?? 1) - 1
  return {
    panes,
    active: Number.isInteger(active) && active >= 0 && active < count ? active : 0,
    locks: readLocks(params.get('l')),
  }
}

function readPane(params: URLSearchParams, number: number, slideId: string): LinkedPane {
  const read = <Value>(part: (typeof paneParts)[number], reader: (text: string) => Value | null) => {
    const text = params.get(`${part}${number}`)
    return text === null ? undefined : (reader(text) ?? undefined)
  }
  const drawn = read('m', readMeasurements)
  const state = read('s', readStack)
  return {
    content: read('i', (text) => readContent(text, slideId)) ?? null,
    viewport: read('v', readViewport),
    display: read('d', readDisplay),
    plane: read('k', readPlane),
    measurements: drawn?.measurements,
    isCut: drawn?.isCut,
    overlay: read('q', readOverlay),
    results: read('r', readResults),
    stack: state && {
      state,
      shownDisplay: read('e', readDisplay),
      secondDisplay: read('f', readDisplay),
    },
  }
}

/** An image of the page's own slide by its id alone; of another, the slide's before it. */
function contentText({ slideId, imageId }: PaneContent, own: string): string {
  return slideId === own ? imageId : `${slideId}_${imageId}`
}

function readContent(text: string, own: string): PaneContent | null {
  const [slideId, imageId] = text.includes('_') ? text.split('_', 2) : [own, text]
  const [slide, image] = [id.safeParse(slideId), id.safeParse(imageId)]
  return slide.success && image.success ? { slideId: slide.data, imageId: image.data } : null
}

function readCount(text: string | null): PaneCount {
  return paneCounts.find((count) => String(count) === text) ?? 1
}

function locksText(locks: Locks): string {
  const letters = lockNames.filter((name) => locks[name]).map((name) => lockLetters[name])
  return letters.length > 0 ? letters.join('') : unlocked
}

function readLocks(text: string | null): Locks | undefined {
  if (text === null || !/^(-|[pzrc]{1,4})$/.test(text)) return undefined
  const has = (name: keyof Locks) => text.includes(lockLetters[name])
  return { pan: has('pan'), zoom: has('zoom'), rotation: has('rotation'), channels: has('channels') }
}

function readPlane(text: string): Plane | null {
  const match = /^(\d{1,6})_(\d{1,6})$/.exec(text)
  return match ? { z: Number(match[1]), t: Number(match[2]) } : null
}
